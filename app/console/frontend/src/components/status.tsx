/** What a run is, and its status as a shape and a word. */

import type { Finality, RunState, Status, Verdict } from '../api/types';
import { Icon, type Shape } from './icons';

const STATUS: Record<Status, { shape: Shape; word: string; tone: string }> = {
  RUNNING: { shape: 'play', word: 'running', tone: 'live' },
  ENDED: { shape: 'stop', word: 'ended', tone: 'quiet' },
  ABORTED: { shape: 'pause', word: 'aborted', tone: 'warn' },
  INVALID: { shape: 'warning', word: 'invalid', tone: 'warn' },
  LOST: { shape: 'question', word: 'lost', tone: 'warn' },
  UNKNOWN: { shape: 'question', word: 'unknown', tone: 'quiet' },
};

export function StatusBadge({ status }: { status: Status }) {
  const { shape, word, tone } = STATUS[status] ?? STATUS.UNKNOWN;
  return (
    <span class={`badge tone-${tone}`}>
      <Icon shape={shape} />
      {word}
    </span>
  );
}

/** Beside the phase of a run that is a probe of a search. */
export function ProbeTag({ run }: { run: Pick<RunState, 'probe'> }) {
  return run.probe ? (
    <span class="tag" title="A probe of a search, which is no run of its phase">
      probe
    </span>
  ) : null;
}

const VERDICT: Record<Verdict, { shape: Shape; word: string; tone: string }> = {
  PASS: { shape: 'check', word: 'pass', tone: 'good' },
  FAIL: { shape: 'cross', word: 'fail', tone: 'bad' },
  INCONCLUSIVE: { shape: 'question', word: 'inconclusive', tone: 'warn' },
  INVALID: { shape: 'warning', word: 'invalid', tone: 'warn' },
  UNKNOWN: { shape: 'question', word: 'unknown', tone: 'quiet' },
};

export function VerdictBadge({ verdict }: { verdict: Verdict | null }) {
  if (verdict === null) {
    return <span class="dim">not yet</span>;
  }
  const { shape, word, tone } = VERDICT[verdict] ?? VERDICT.UNKNOWN;
  return (
    <span class={`badge tone-${tone}`}>
      <Icon shape={shape} />
      {word}
    </span>
  );
}

const FINALITY: Record<Finality, string> = { FINAL: 'final', PROVISIONAL: 'provisional', INCOMPLETE: 'incomplete', UNKNOWN: 'unknown' };

export function finalityWord(finality: Finality): string {
  return FINALITY[finality] ?? 'unknown';
}

export function FinalityTag({ finality }: { finality: Finality }) {
  return <span class={`tag finality-${finalityWord(finality)}`}>{finalityWord(finality)}</span>;
}

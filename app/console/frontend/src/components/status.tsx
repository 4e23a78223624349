/** What a run is, and its status as a shape and a word. */

import type { Finality, RunState, Status, Verdict } from '../api/types';
import { Icon, type Shape } from './icons';

interface Look {
  shape: Shape;
  word: string;
  tone: string;
}

const STATUS: Record<Status, Look> = {
  RUNNING: { shape: 'play', word: 'running', tone: 'live' },
  ENDED: { shape: 'stop', word: 'ended', tone: 'quiet' },
  ABORTED: { shape: 'pause', word: 'aborted', tone: 'warn' },
  INVALID: { shape: 'warning', word: 'invalid', tone: 'warn' },
  LOST: { shape: 'question', word: 'lost', tone: 'warn' },
  UNKNOWN: { shape: 'question', word: 'unknown', tone: 'quiet' },
};

export function StatusBadge({ status }: { status: Status }) {
  return <Badge {...(STATUS[status] ?? STATUS.UNKNOWN)} />;
}

function Badge({ shape, word, tone }: Look) {
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

const VERDICT: Record<Verdict, Look> = {
  PASS: { shape: 'check', word: 'pass', tone: 'good' },
  FAIL: { shape: 'cross', word: 'fail', tone: 'bad' },
  INCONCLUSIVE: { shape: 'question', word: 'inconclusive', tone: 'warn' },
  INVALID: { shape: 'warning', word: 'invalid', tone: 'warn' },
  UNKNOWN: { shape: 'question', word: 'unknown', tone: 'quiet' },
};

export function VerdictBadge({ verdict }: { verdict: Verdict | null }) {
  return verdict === null ? <span class="dim">not yet</span> : <Badge {...(VERDICT[verdict] ?? VERDICT.UNKNOWN)} />;
}

const FINALITY: Record<Finality, string> = { FINAL: 'final', PROVISIONAL: 'provisional', INCOMPLETE: 'incomplete', UNKNOWN: 'unknown' };

export function FinalityTag({ finality }: { finality: Finality }) {
  const word = FINALITY[finality] ?? 'unknown';
  return <span class={`tag finality-${word}`}>{word}</span>;
}

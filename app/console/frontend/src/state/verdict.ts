/** Whether a run is within its SLO, as one sentence. */

import type { LiveObjective, LiveRun, Run, Status } from '../api/types';
import { plural } from '../format/number';
import { liveValue, objectiveLabel, objectiveState, objectiveValue } from '../format/objective';
import { millis, since } from '../format/time';

/** In the order in which reports choose their first chart. */
const JUDGED_METRICS = ['ttft_due', 'ttft', 'tpot', 'itl', 'e2e', 'e2e_due', 'queue_time'];

export type Tone = 'good' | 'bad' | 'warn' | 'neutral';

export interface Sentence {
  tone: Tone;
  words: string;
}

/** Steps of which there are figures, and how many of these are final. */
export function measuredSteps(run: Pick<Run, 'steps'>): { measured: number; final: number } {
  const measured = run.steps.filter((step) => step.finality !== null);
  return { measured: measured.length, final: measured.filter((step) => step.finality === 'FINAL').length };
}

/** Whether a run is over and none of its figures changes any more. */
export function hasFinalFigures(run: Pick<Run, 'steps'>, status: Status): boolean {
  const { measured, final } = measuredSteps(run);
  return status !== 'RUNNING' && measured > 0 && final === measured;
}

/** The metric of the objective that failed at the lowest load; where none did, the first that the SLO limits; TTFT without one. */
export function decidingMetric(run: Pick<Run, 'steps' | 'objectives'>): string {
  const failed = [...run.steps]
    .sort((a, b) => a.load - b.load)
    .flatMap((step) => step.objectives.filter((one) => one.verdict === 'FAIL'));
  const limited = run.objectives.map((one) => (one.kind === 'QUANTILE' ? one.metric : null));
  return failed.find((one) => one.kind === 'QUANTILE')?.metric ?? JUDGED_METRICS.find((metric) => limited.includes(metric)) ?? 'ttft';
}

/** The objective that a run is judged by now: the one that is broken for longest, else the first over its limit, else the first on a latency. */
export function decidingObjective(run: Pick<LiveRun, 'objectives'>): LiveObjective | null {
  const { objectives } = run;
  return brokenFirst(objectives)[0] ?? objectives.find((one) => objectiveState(one) === 'over') ?? objectives.find((one) => one.kind === 'QUANTILE') ?? objectives[0] ?? null;
}

/** Those with an open breach, the one that is open for longest first. */
function brokenFirst(objectives: LiveObjective[]): LiveObjective[] {
  return objectives.filter((objective) => objective.breached).sort((a, b) => sinceMillis(a) - sinceMillis(b));
}

export function liveSentence(run: LiveRun, now: number): Sentence {
  if (run.objectives.length === 0) {
    return { tone: 'neutral', words: 'No SLO is set' };
  }
  const breached = brokenFirst(run.objectives);
  const first = breached[0];
  if (first) {
    const more = breached.length > 1 ? `, and ${plural(breached.length - 1, 'objective')} more` : '';
    return { tone: 'bad', words: `${overWords(first, now)}${more}` };
  }
  const states = run.objectives.map(objectiveState);
  const over = run.objectives[states.indexOf('over')];
  if (over) {
    return { tone: 'warn', words: `${objectiveLabel(over, over.name)} ${overLimit(over)}; no breach is open` };
  }
  const unknown = states.filter((state) => state === 'unknown').length;
  if (unknown === states.length) {
    return { tone: 'neutral', words: 'No objective has a value now' };
  }
  return unknown
    ? { tone: 'good', words: `Within its SLO, but ${plural(unknown, 'objective')} without a value` }
    : { tone: 'good', words: 'Within its SLO' };
}

function overWords(objective: LiveObjective, now: number): string {
  const from = objective.since === null ? '' : ` since ${since(millis(objective.since), now)}`;
  const label = objectiveLabel(objective, objective.name);
  return objective.value !== null && objective.value <= objective.limit && !objective.valueIsLowerBound
    ? `${label} ${liveValue(objective)}: its breach of ${limitWords(objective)} is open${from}`
    : `${label} ${overLimit(objective)}${from}`;
}

function overLimit(objective: LiveObjective): string {
  if (objective.valueIsLowerBound) {
    return `falls among requests that are not OK or still wait, over ${limitWords(objective)}`;
  }
  return `${objective.value === null ? '' : `${liveValue(objective)} `}is over ${limitWords(objective)}`;
}

function limitWords(objective: LiveObjective): string {
  return objectiveValue(objective.limit, objective);
}

function sinceMillis(objective: LiveObjective): number {
  return objective.since === null ? 0 : millis(objective.since);
}

export function endedSentence(run: Pick<Run, 'status' | 'lost' | 'steps' | 'invalidReasons' | 'objectives' | 'heldLoad'>): Sentence {
  const word = { ENDED: 'Ended', ABORTED: 'Aborted', INVALID: 'Invalid', LOST: 'Lost', RUNNING: 'Running', UNKNOWN: 'Unknown' }[run.status];
  if (run.status === 'INVALID') {
    return { tone: 'warn', words: `Invalid: ${run.invalidReasons.join('; ') || 'no reason is stored'}` };
  }
  if (run.status === 'LOST') {
    return { tone: 'warn', words: `Lost: ${run.lost ?? 'its load generator is not heard any more'}` };
  }
  const judged = run.steps.filter((step) => step.verdict !== null);
  if (run.objectives.length === 0 || judged.length === 0) {
    return { tone: 'neutral', words: `${word}: no step has a verdict` };
  }
  const passed = judged.filter((step) => step.verdict === 'PASS').length;
  return {
    tone: passed === judged.length ? 'good' : passed === 0 ? 'bad' : 'warn',
    words: `${word}: ${passed} of ${plural(judged.length, 'step')} within its SLO${run.heldLoad === null ? '' : `; holds ${run.heldLoad}`}`,
  };
}

/** Whether a run is within its SLO, as one sentence. */

import type { LiveObjective, LiveRun, Run, Status } from '../api/types';
import { plural } from '../format/number';
import { objectiveLabel, objectiveState, objectiveValue } from '../format/objective';
import { millis, since } from '../format/time';

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

/** The metric of the objective that failed at the lowest load; TTFT where none did. */
export function decidingMetric(run: Pick<Run, 'steps'>): string {
  const failed = [...run.steps]
    .sort((a, b) => a.load - b.load)
    .flatMap((step) => step.objectives.filter((one) => one.verdict === 'FAIL'));
  return failed.find((one) => one.kind === 'QUANTILE')?.metric ?? 'ttft';
}

export function liveSentence(run: LiveRun, now: number): Sentence {
  if (run.objectives.length === 0) {
    return { tone: 'neutral', words: 'No SLO is set' };
  }
  const breached = run.objectives.filter((objective) => objective.breached);
  const first = breached.sort((a, b) => sinceMillis(a) - sinceMillis(b))[0];
  if (first) {
    const more = breached.length > 1 ? `, and ${plural(breached.length - 1, 'objective')} more` : '';
    return { tone: 'bad', words: `${overWords(first, now)}${more}` };
  }
  const states = run.objectives.map(objectiveState);
  const over = run.objectives[states.indexOf('over')];
  if (over) {
    return { tone: 'warn', words: `${objectiveLabel(over, over.name)} ${valueWords(over)} is over ${limitWords(over)}; no breach is open` };
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
  const value = objective.value === null ? '' : ` ${valueWords(objective)}`;
  const from = objective.since === null ? '' : ` since ${since(millis(objective.since), now)}`;
  const label = objectiveLabel(objective, objective.name);
  return objective.value !== null && objective.value <= objective.limit
    ? `${label}${value}: its breach of ${limitWords(objective)} is open${from}`
    : `${label}${value} is over ${limitWords(objective)}${from}`;
}

function valueWords(objective: LiveObjective): string {
  return objective.value === null ? '' : objectiveValue(objective.value, objective);
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

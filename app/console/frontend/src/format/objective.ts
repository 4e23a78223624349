/** Objectives in words: what is measured, the value, the limit, and whether it holds. */

import type { LiveObjective, ObjectiveTerms } from '../api/types';
import { latency } from './latency';
import { share } from './number';

export type ObjectiveState = 'within' | 'breached' | 'over' | 'unknown';

const METRICS: Record<string, string> = {
  ttft: 'TTFT',
  ttft_due: 'TTFT from due',
  tpot: 'TPOT',
  itl: 'ITL',
  e2e: 'E2E',
  e2e_due: 'E2E from due',
  queue_time: 'Client queue time',
};

export function metricLabel(metric: string | null): string {
  return metric === null ? '' : (METRICS[metric] ?? metric);
}

/** p95, p99.9 */
export function quantileLabel(quantile: number): string {
  return `p${Number((quantile * 100).toFixed(4))}`;
}

export function objectiveLabel(terms: ObjectiveTerms, name: string): string {
  switch (terms.kind) {
    case 'QUANTILE':
      return terms.quantile === null ? metricLabel(terms.metric) : `${metricLabel(terms.metric)} ${quantileLabel(terms.quantile)}`;
    case 'ERROR_RATIO':
      return 'Errors';
    case 'GOOD_RATIO':
      return 'Bad requests';
    default:
      return name;
  }
}

export function objectiveValue(value: number, terms: Pick<ObjectiveTerms, 'kind'>): string {
  if (terms.kind === 'QUANTILE') {
    return latency(value);
  }
  return terms.kind === 'UNKNOWN' ? String(value) : share(value);
}

/** Its value now: at least so much where requests that were not OK decide. */
export function liveValue(objective: LiveObjective): string {
  return objective.value === null ? '–' : `${objective.valueIsLowerBound ? 'at least ' : ''}${objectiveValue(objective.value, objective)}`;
}

/** Over is not yet a breach: a breach opens when the objective's rule says so. What falls among requests that were not OK is over any limit. */
export function objectiveState(objective: Pick<LiveObjective, 'breached' | 'value' | 'valueIsLowerBound' | 'limit'>): ObjectiveState {
  if (objective.breached) {
    return 'breached';
  }
  if (objective.value === null) {
    return 'unknown';
  }
  return objective.valueIsLowerBound || objective.value > objective.limit ? 'over' : 'within';
}

export const STATE_WORDS: Record<ObjectiveState, string> = {
  within: 'within',
  breached: 'breached',
  over: 'over limit',
  unknown: 'no value',
};

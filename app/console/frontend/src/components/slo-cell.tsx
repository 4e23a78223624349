/** One objective of a run that lasts: value against limit, and whether it holds. */

import type { LiveObjective } from '../api/types';
import { liveValue, objectiveLabel, objectiveState, objectiveValue, STATE_WORDS, type ObjectiveState } from '../format/objective';
import { millis, since } from '../format/time';
import { Icon, type Shape } from './icons';

const SHAPES: Record<ObjectiveState, Shape> = { within: 'check', breached: 'cross', over: 'warning', unknown: 'question' };

export function SloCell({ objective, now }: { objective: LiveObjective; now: number }) {
  const state = objectiveState(objective);
  const classWords = objective.requestClass === 'all' ? '' : ` of ${objective.requestClass}`;
  return (
    <li class={`slo slo-${state}`} title={`${objective.name}: window of ${objective.windowSeconds} s`}>
      <span class="slo-label" dir="auto">
        {objectiveLabel(objective, objective.name)}
        {classWords}
      </span>
      <span class="slo-figures num">
        <strong>{liveValue(objective)}</strong> / {objectiveValue(objective.limit, objective)}
      </span>
      <Meter value={objective.value} limit={objective.limit} />
      <span class="slo-state">
        <Icon shape={SHAPES[state]} />
        {STATE_WORDS[state]}
        {objective.breached && objective.since !== null && ` since ${since(millis(objective.since), now)}`}
      </span>
    </li>
  );
}

/** The limit is at two thirds, so that both room and excess show. */
function Meter({ value, limit }: { value: number | null; limit: number }) {
  const part = value === null || limit <= 0 ? 0 : Math.min(1, (value / limit) * (2 / 3));
  return (
    <span class="meter" aria-hidden="true">
      <span class="meter-fill" style={{ width: `${(part * 100).toFixed(1)}%` }} />
      <span class="meter-limit" />
    </span>
  );
}

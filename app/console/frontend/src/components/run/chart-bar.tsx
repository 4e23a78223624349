/** What the charts show: metric, class, target, scale, time; and the exports. */

import type { Run } from '../../api/types';
import { metricLabel } from '../../format/objective';
import { clockTime } from '../../format/time';
import { METRICS, type RunView } from '../../router/route';
import type { Follow } from '../../state/span';
import type { Show } from './charts';
import { Exports } from './exports';

export interface ChartBarProps {
  run: Run;
  view: RunView;
  show: Show;
  range: [number, number];
  zoomed: boolean;
  total: number;
  svg(title: string): string | null;
  reset(): void;
  follow: { value: Follow; set(value: Follow): void } | null;
  log: { value: boolean; set(value: boolean): void };
}

export function ChartBar({ run, view, show, range, zoomed, total, svg, reset, follow, log }: ChartBarProps) {
  const judged = run.objectives.filter((one) => one.kind === 'QUANTILE').flatMap((one) => one.metric ?? []);
  const metrics = [...new Set([...METRICS, ...judged, view.metric])];
  const classes = [...new Set(['all', ...run.objectives.map((one) => one.requestClass), ...(view.requestClass ? [view.requestClass] : [])])];
  return (
    <div class="chart-bar">
      <div class="segments" role="group" aria-label="Metric">
        {metrics.map((metric) => (
          <button key={metric} type="button" aria-pressed={metric === view.metric} onClick={() => show({ metric }, true)}>
            {metricLabel(metric)}
          </button>
        ))}
      </div>
      {classes.length > 1 && <Choice label="Class" value={view.requestClass ?? 'all'} options={classes} choose={(value) => show({ requestClass: value === 'all' ? null : value }, true)} />}
      {run.targets.length > 1 && (
        <Choice
          label="Target"
          value={view.target ?? ''}
          options={['', ...run.targets.map((target) => target.name)]}
          words={(value) => value || 'all targets'}
          choose={(value) => show({ target: value || null }, true)}
        />
      )}
      {follow && !zoomed && (
        <div class="segments" role="group" aria-label="Time">
          <button type="button" aria-pressed={follow.value === 'recent'} onClick={() => follow.set('recent')}>
            Last 10 min
          </button>
          <button type="button" aria-pressed={follow.value === 'whole'} onClick={() => follow.set('whole')}>
            Whole run
          </button>
        </div>
      )}
      <button type="button" aria-pressed={log.value} onClick={() => log.set(!log.value)}>
        Log scale
      </button>
      {zoomed && (
        <span class="zoom">
          <span class="num">
            {view.step !== null && `step ${view.step}, `}
            {clockTime(range[0])} to {clockTime(range[1])}
          </span>
          <button type="button" onClick={reset}>
            Reset zoom
          </button>
        </span>
      )}
      <span class="head-space" />
      <Exports run={run} view={view} range={zoomed ? range : null} total={total} svg={svg} />
    </div>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: string[];
  words?(value: string): string;
  choose(value: string): void;
}

function Choice({ label, value, options, words, choose }: ChoiceProps) {
  return (
    <label class="choice">
      {label}
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {words ? words(option) : option}
          </option>
        ))}
      </select>
    </label>
  );
}

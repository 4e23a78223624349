/** A soak over its whole time: quantiles, verdicts of its parts, error budgets, and what happened, on one axis. */

import { useState } from 'preact/hooks';
import type { Soak, SoakBudget, SoakPoint } from '../../api/detail-types';
import type { Objective } from '../../api/types';
import { latency, maybeLatency } from '../../format/latency';
import { share } from '../../format/number';
import { metricLabel, objectiveLabel } from '../../format/objective';
import { dateTime, millis } from '../../format/time';
import { scaleOf } from '../../state/scale';
import { linePath, MARK_WORDS, timeTicks, type NumberedMark } from '../../state/soak';
import { Drawing, textTable } from '../drawing';

const LEAST_WIDTH = 760;
const LEFT = 70;
const RIGHT = 20;
const TOP = 46;
const MAIN = 260;
const GAP = 34;
const BUDGET = 120;
const FOOT = 30;
const STRIP = 8;

export interface SoakChartProps {
  soak: Soak;
  marks: NumberedMark[];
  objectives: Objective[];
  limits: { label: string; value: number }[];
}

const LINES = [
  { id: 'p50', of: (point: SoakPoint) => point.p50Nanos, kind: 'soak-p50' },
  { id: 'p95', of: (point: SoakPoint) => point.p95Nanos, kind: 'soak-p95' },
  { id: 'p99', of: (point: SoakPoint) => point.p99Nanos, kind: 'soak-p99' },
];

export function SoakChart({ soak, marks, objectives, limits }: SoakChartProps) {
  const { points, budgets } = soak;
  const [room, setRoom] = useState(0);
  const width = Math.max(LEAST_WIDTH, room);
  const from = millis(points[0]!.from);
  const until = millis(points.at(-1)!.until);
  const x = (at: number): number => LEFT + ((at - from) / (until - from || 1)) * (width - LEFT - RIGHT);
  const values = points.flatMap((point) => LINES.flatMap((line) => line.of(point) ?? []));
  const y = scaleOf([0, ...values], 6);
  const py = (value: number): number => TOP + (1 - y.at(value)) * MAIN;
  const budgetTop = TOP + MAIN + GAP;
  const height = budgetTop + (budgets.length > 0 ? BUDGET : -GAP) + FOOT + STRIP;
  const foot = height - FOOT;
  const middle = (point: SoakPoint): number => x((millis(point.from) + millis(point.until)) / 2);
  const name = (objective: string): string => {
    const terms = objectives.find((one) => one.name === objective);
    return terms ? objectiveLabel(terms, terms.name) : objective;
  };
  return (
    <Drawing
      title={`${metricLabel(soak.metric)} and error budget`}
      name={`${soak.run}-soak-${soak.metric}`}
      summary={summaryOf(soak, marks, name)}
      width={width}
      height={height}
      data={dataOf(soak, name)}
      onRoom={setRoom}
      controls={<Key budgets={budgets} name={name} />}
      note="Under the lines, red where a part failed its SLO. Numbered lines are what happened, as in the table. The error budget is that of all requests of the soak so far: 0 % is all of it spent."
    >
      {y.ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={width - RIGHT} y1={py(tick)} y2={py(tick)} class="grid-line" />
          <text x={LEFT - 8} y={py(tick)} text-anchor="end" dominant-baseline="middle" class="axis-tick">
            {latency(tick)}
          </text>
        </g>
      ))}
      {timeTicks(from, until, 12).map((tick) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={TOP} y2={foot} class="grid-line" />
          <text x={x(tick)} y={foot + 16} text-anchor="middle" class="axis-tick">
            {tickWords(tick)}
          </text>
        </g>
      ))}
      {points
        .filter((point) => point.verdict === 'FAIL')
        .map((point) => (
          <rect key={point.segment} x={x(millis(point.from))} width={Math.max(1, x(millis(point.until)) - x(millis(point.from)))} y={TOP + MAIN + 3} height={STRIP} class="soak-fail" />
        ))}
      {marks.map((one) => (
        <MarkLine key={one.number} one={one} x={x} from={from} top={TOP} foot={foot - STRIP} />
      ))}
      {limits
        .filter((limit) => limit.value <= y.max)
        .map((limit) => (
          <g key={limit.label}>
            <line x1={LEFT} x2={width - RIGHT} y1={py(limit.value)} y2={py(limit.value)} class="soak-limit" />
            <text x={width - RIGHT - 4} y={py(limit.value) - 4} text-anchor="end" class="soak-limit-name">
              {limit.label}
            </text>
          </g>
        ))}
      {LINES.map((line) => (
        <path key={line.id} class={line.kind} fill="none" d={linePath(points.map((point) => (line.of(point) === null ? null : [middle(point), py(line.of(point)!)])))} />
      ))}
      {budgets.length > 0 && <Budgets soak={soak} width={width} top={budgetTop} middle={middle} />}
    </Drawing>
  );
}

function tickWords(at: number): string {
  const iso = new Date(at).toISOString();
  return iso.slice(11, 16) === '00:00' ? iso.slice(5, 10) : iso.slice(11, 16);
}

function Key({ budgets, name }: { budgets: SoakBudget[]; name(objective: string): string }) {
  return (
    <span class="legend">
      {LINES.map((line) => (
        <span class="legend-item" key={line.id}>
          <svg class="swatch" width="14" height="8" aria-hidden="true">
            <line x1="0" y1="4" x2="14" y2="4" class={line.kind} />
          </svg>
          <span class="legend-label">{line.id}</span>
        </span>
      ))}
      {budgets.map((budget, i) => (
        <span class="legend-item" key={budget.objective}>
          <svg class="swatch" width="14" height="8" aria-hidden="true">
            <line x1="0" y1="4" x2="14" y2="4" class={`soak-budget soak-budget-${i % 3}`} />
          </svg>
          <span class="legend-label">budget of {name(budget.objective)}</span>
        </span>
      ))}
    </span>
  );
}

function MarkLine({ one, x, from, top, foot }: { one: NumberedMark; x(at: number): number; from: number; top: number; foot: number }) {
  const { mark, number } = one;
  const left = x(Math.max(from, millis(mark.at)));
  const right = mark.until === null ? left : x(millis(mark.until));
  const kind = mark.kind.toLowerCase();
  return (
    <g class={`soak-mark soak-mark-${kind}`}>
      {right - left > 2 && <rect x={left} width={right - left} y={top} height={foot - top} class="soak-mark-span" />}
      <line x1={left} x2={left} y1={top - 4} y2={foot} class="soak-mark-line" />
      <text x={left} y={top - 8 - (number % 2) * 13} text-anchor="middle" class="soak-mark-number">
        {number}
        <title>{`${MARK_WORDS[mark.kind]}: ${mark.description}`}</title>
      </text>
    </g>
  );
}

function Budgets({ soak, width, top, middle }: { soak: Soak; width: number; top: number; middle(point: SoakPoint): number }) {
  const known = soak.budgets.flatMap((budget) => budget.left.flatMap((value) => value ?? []));
  const scale = scaleOf([0, 1, ...known], 3);
  const py = (value: number): number => top + (1 - scale.at(value)) * BUDGET;
  return (
    <g>
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={LEFT} x2={width - RIGHT} y1={py(tick)} y2={py(tick)} class={Math.abs(tick) < 1e-9 ? 'axis-line' : 'grid-line'} />
          <text x={LEFT - 8} y={py(tick)} text-anchor="end" dominant-baseline="middle" class="axis-tick">
            {share(tick)}
          </text>
        </g>
      ))}
      <text x={LEFT} y={top - 6} class="axis-name">
        Error budget left
      </text>
      {soak.budgets.map((budget, i) => (
        <path key={budget.objective} class={`soak-budget soak-budget-${i % 3}`} fill="none" d={linePath(budget.left.map((value, at) => (value === null ? null : [middle(soak.points[at]!), py(value)])))} />
      ))}
    </g>
  );
}

function summaryOf(soak: Soak, marks: NumberedMark[], name: (objective: string) => string): string {
  const last = soak.points.at(-1)!;
  const budgets = soak.budgets.map((budget) => {
    const left = budget.left.at(-1) ?? null;
    return `${left === null ? 'unknown' : share(left)} of the error budget of ${name(budget.objective)} is left`;
  });
  const words = [`${metricLabel(soak.metric)} over ${soak.points.length} points`, `newest p95 ${maybeLatency(last.p95Nanos)}`, ...budgets, `${marks.length} marks, listed in the table`];
  return `${words.join('; ')}.`;
}

function dataOf(soak: Soak, name: (objective: string) => string) {
  return textTable(
    ['from', 'until', 'segment', 'due', 'ok', 'p50 ns', 'p95 ns', 'p99 ns', 'verdict', ...soak.budgets.map((budget) => `budget left of ${name(budget.objective)}`)],
    soak.points.map((point, i) => [
      dateTime(millis(point.from)),
      dateTime(millis(point.until)),
      ...[point.segment, point.due, point.ok, point.p50Nanos, point.p95Nanos, point.p99Nanos].map((value) => (value === null ? '' : String(value))),
      point.verdict,
      ...soak.budgets.map((budget) => String(budget.left[i] ?? '')),
    ]),
  );
}

/** A panel as options and columns of the chart library. */

import uPlot from 'uplot';
import type { Ink, Inks } from './ink';
import type { Panel, Value } from './panels';

export const SYNC_KEY = 'run';
const AXIS_FONT = '11px system-ui, sans-serif';

const LINE = 1.5;
const THIN_LINE = 1;
const MANY_POINTS = 800;

/** Many points in thin lines: these are drawn in less than half the time. */
export function lineWidth(points: number): number {
  return points > MANY_POINTS ? THIN_LINE : LINE;
}

export interface Behaviour {
  inks(): Inks;
  limits(): number[];
  onCursor(index: number | null): void;
  onZoom(from: number, until: number): void;
  onReset(): void;
  onReady(u: uPlot): void;
  under(u: uPlot): void;
  over(u: uPlot): void;
  drawn(u: uPlot): void;
}

export function chartData(panel: Panel, xs: number[]): uPlot.AlignedData {
  const columns: Value[][] = [];
  for (const line of panel.lines) {
    columns.push(line.values);
    if (line.provisional) {
      columns.push(line.provisional);
    }
  }
  return [xs, ...columns];
}

/** Two panels of one shape can share a chart; only their data differs. */
export function shape(panel: Panel, log: boolean): string {
  return JSON.stringify([panel.id, log, panel.lines.map((line) => [line.label, line.provisional !== undefined])]);
}

export function chartOptions(panel: Panel, log: boolean, size: { width: number; height: number }, behaviour: Behaviour): uPlot.Options {
  return {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    padding: [panel.id === 'latency' ? 20 : 8, 26, 0, 0],
    cursor: {
      y: false,
      sync: { key: SYNC_KEY, setSeries: false },
      drag: { x: true, y: false, setScale: false, dist: 5 },
      points: { size: 6, width: 1 },
      bind: { dblclick: () => () => (behaviour.onReset(), null) },
    },
    scales: {
      x: { time: true, auto: false },
      y: log ? { distr: 3, range: logRange } : { range: (_u, _min, max) => linearRange(max, behaviour.limits(), panel.top) },
    },
    axes: [
      { ...axis(behaviour, 'x'), space: 64, values: (_u, splits, _axis, _space, increment) => timeLabels(splits, increment) },
      { ...axis(behaviour, 'y'), size: 62, space: 28, values: (_u, splits) => splits.map((v) => (v === null ? '' : panel.format(v))) },
    ],
    series: [{}, ...panel.lines.flatMap((line) => lineSeries(line.ink, line.provisional !== undefined, behaviour))],
    hooks: {
      ready: [behaviour.onReady],
      drawClear: [behaviour.under],
      draw: [behaviour.over, behaviour.drawn],
      setCursor: [(u) => behaviour.onCursor(u.cursor.idx ?? null)],
      setSelect: [(u) => select(u, behaviour)],
    },
  };
}

function select(u: uPlot, behaviour: Behaviour): void {
  const { left, width } = u.select;
  if (width < 5) {
    return;
  }
  behaviour.onZoom(u.posToVal(left, 'x') * 1000, u.posToVal(left + width, 'x') * 1000);
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

/** From zero. A limit that is far above the values does not flatten them. */
export function linearRange(max: number | null, limits: number[], top?: number): [number, number] {
  const highest = max ?? 0;
  const inView = limits.filter((limit) => highest === 0 || limit <= highest * 4);
  const end = Math.max(highest, ...inView, top ?? 0);
  return [0, end > 0 ? end * (top !== undefined && end === top ? 1 : 1.08) : 1];
}

function logRange(_u: uPlot, min: number | null, max: number | null): [number, number] {
  const low = Math.max(min ?? 1e5, 1);
  const high = Math.max(max ?? low * 10, low * 1.01);
  return [10 ** Math.floor(Math.log10(low)), 10 ** Math.ceil(Math.log10(high))];
}

/** 12:03 or 12:03:05; at midnight the date. */
export function timeLabels(seconds: number[], increment: number): string[] {
  return seconds.map((at) => {
    const iso = new Date(at * 1000).toISOString();
    if (iso.slice(11, 19) === '00:00:00') {
      return iso.slice(5, 10);
    }
    return iso.slice(11, increment < 60 ? 19 : 16);
  });
}

function axis(behaviour: Behaviour, scale: 'x' | 'y'): uPlot.Axis {
  return {
    scale,
    stroke: () => behaviour.inks().text,
    font: AXIS_FONT,
    grid: { stroke: () => behaviour.inks().grid, width: 1 },
    ticks: { stroke: () => behaviour.inks().grid, width: 1, size: 4 },
    gap: 4,
    size: 24,
  };
}

function lineSeries(ink: Ink, split: boolean, behaviour: Behaviour): uPlot.Series[] {
  const stroke = (): string => behaviour.inks()[ink];
  const base: uPlot.Series = { scale: 'y', stroke, width: LINE, spanGaps: false, points: { show: false, filter: lonely, size: 4 } };
  const solid: uPlot.Series = { ...base, points: { ...base.points, show: true } };
  return split ? [solid, { ...solid, dash: [3, 3], alpha: 0.75 }] : [solid];
}

/** Only points without a neighbour are drawn as points: a line of one point cannot be seen. */
function lonely(u: uPlot, series: number): number[] {
  const values = u.data[series] as Value[];
  const found: number[] = [];
  for (let i = 0; i < values.length; i++) {
    if (values[i] != null && values[i - 1] == null && values[i + 1] == null) {
      found.push(i);
    }
  }
  return found;
}

/** A history as options and columns of the chart library. */

import uPlot from 'uplot';
import type { HistoryPoint } from '../api/report-types';
import { latency } from '../format/latency';
import { millis } from '../format/time';
import type { Inks } from './ink';

export interface HistoryBehaviour {
  inks(): Inks;
  onCursor(index: number | null): void;
  under(u: uPlot): void;
  over(u: uPlot): void;
}

const FONT = '11px system-ui, sans-serif';
const DAY_S = 86_400;
const REACH_PX = 20;

export function historyData(points: HistoryPoint[]): uPlot.AlignedData {
  return [points.map((point) => millis(point.started) / 1000), points.map((point) => point.value), points.map((point) => point.high)];
}

export function historyOptions(size: { width: number; height: number }, behaviour: HistoryBehaviour): uPlot.Options {
  const axis: uPlot.Axis = {
    stroke: () => behaviour.inks().text,
    font: FONT,
    grid: { stroke: () => behaviour.inks().grid, width: 1 },
    ticks: { stroke: () => behaviour.inks().grid, width: 1, size: 4 },
    gap: 4,
    size: 24,
  };
  const hidden: uPlot.Series = { scale: 'y', paths: () => null, points: { show: false } };
  return {
    ...size,
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
    legend: { show: false },
    padding: [20, 16, 0, 0],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: { time: true, range: (_u, min, max) => padded(min, max) },
      y: { range: (u) => [0, top(u)] },
    },
    axes: [
      { ...axis, space: 84, values: (_u, splits, _axis, _space, increment) => splits.map((at) => dayLabel(at, increment)) },
      { ...axis, size: 62, space: 28, values: (_u, splits) => splits.map((value) => latency(value)) },
    ],
    series: [{}, hidden, { ...hidden }],
    hooks: {
      drawClear: [behaviour.under],
      draw: [behaviour.over],
      setCursor: [(u) => behaviour.onCursor(pointAt(u))],
    },
  };
}

/** The point under the cursor, or near to it. One without a value is at the top. */
function pointAt(u: uPlot): number | null {
  const { left, top: height } = u.cursor;
  if (left === undefined || height === undefined || left < 0) {
    return null;
  }
  let found: number | null = null;
  let nearest = REACH_PX;
  u.data[0].forEach((at, i) => {
    const value = u.data[1]![i];
    const y = value === null || value === undefined ? 8 : u.valToPos(value, 'y');
    const distance = Math.hypot(u.valToPos(at, 'x') - left, y - height);
    if (distance < nearest) {
      nearest = distance;
      found = i;
    }
  });
  return found;
}

/** From zero to the highest value. An end of an interval that is far above the values does not flatten them. */
function top(u: uPlot): number {
  const known = (series: number): number[] => (u.data[series] as (number | null)[]).filter((value): value is number => value !== null);
  const value = Math.max(0, ...known(1));
  const high = Math.max(0, ...known(2));
  return Math.max(value, Math.min(high, value * 2)) * 1.08 || 1;
}

/** Runs of one moment still have room on both sides. */
function padded(min: number, max: number): [number, number] {
  const room = Math.max((max - min) * 0.03, 30);
  return [min - room, max + room];
}

function dayLabel(seconds: number, increment: number): string {
  const iso = new Date(seconds * 1000).toISOString();
  if (increment >= DAY_S) {
    return iso.slice(0, 10);
  }
  return iso.slice(11, 16) === '00:00' ? iso.slice(5, 10) : `${iso.slice(5, 10)} ${iso.slice(11, increment < 60 ? 19 : 16)}`;
}

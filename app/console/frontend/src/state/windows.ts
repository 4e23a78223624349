/** Windows of one metric by end: merged as they come, thinned when there are too many. */

import type { WindowPoint } from '../api/types';

export interface Point {
  /** End of the window, in milliseconds. */
  at: number;
  window: WindowPoint;
  /** The line is broken before this point. */
  gap: boolean;
}

/** The most points that a page holds of one metric. */
export const MOST_POINTS = 5_000;

/** Of these, the newest that thinning leaves alone. */
const NEWEST_KEPT = 1_500;
const THINNED_PAIRS = 1_000;

export function merged(points: readonly Point[], windows: WindowPoint[], gapMs: number): Point[] {
  const held = points.slice();
  let lowest = held.length;
  for (const window of windows) {
    lowest = Math.min(lowest, put(held, window));
  }
  const all = withoutTails(held);
  markGaps(all, all.length === held.length ? lowest : 0, gapMs);
  return all.length > MOST_POINTS ? thinned(all) : all;
}

/** Puts a window where it belongs and returns the place. A final window is not replaced by one that is not. */
function put(points: Point[], window: WindowPoint): number {
  const at = Date.parse(window.end);
  let place = points.length;
  while (place > 0 && points[place - 1]!.at > at) {
    place--;
  }
  for (let i = place - 1; i >= 0 && points[i]!.at === at; i--) {
    const known = points[i]!;
    if (known.window.step === window.step && known.window.target === window.target) {
      if (known.window.finality !== 'FINAL' || window.finality === 'FINAL') {
        points[i] = { ...known, window };
      }
      return i;
    }
  }
  points.splice(place, 0, { at, window, gap: false });
  return place;
}

/**
 * While the last requests of a step end, the next one has begun, and both have windows of the same seconds. A line shows those of the later step,
 * as the server does.
 */
function withoutTails(points: Point[]): Point[] {
  let newest = -Infinity;
  return points.filter((point, i) => {
    for (let j = i; j < points.length && points[j]!.at === point.at; j++) {
      newest = Math.max(newest, points[j]!.window.step);
    }
    return point.window.step >= newest;
  });
}

/** Without the provisional windows behind the last that is not; all of them if there is no other. */
export function untilSettled(points: readonly Point[]): Point[] {
  let last = points.length - 1;
  while (last >= 0 && points[last]!.window.finality === 'PROVISIONAL') {
    last--;
  }
  return last < 0 ? points.slice() : points.slice(0, last + 1);
}

/** A gap is more time between two windows than `gapMs`, or another step. Points older than `from` keep what they have. */
function markGaps(points: Point[], from: number, gapMs: number): void {
  for (let i = from; i < points.length; i++) {
    const before = points[i - 1];
    const point = points[i]!;
    const gap = before !== undefined && (point.at - before.at > gapMs || point.window.step !== before.window.step);
    if (gap !== point.gap) {
      points[i] = { ...point, gap };
    }
  }
}

/** Of each interval of the older part, the points with the smallest and the largest p99 stay. A gap before one that goes moves to the next. */
export function thinned(points: readonly Point[]): Point[] {
  const old = points.slice(0, points.length - NEWEST_KEPT);
  const kept: Point[] = [];
  const size = old.length / THINNED_PAIRS;
  let gap = false;
  for (let part = 0; part < THINNED_PAIRS; part++) {
    const slice = old.slice(Math.round(part * size), Math.round((part + 1) * size));
    const [low, high] = extremes(slice);
    for (const point of slice) {
      gap ||= point.gap;
      if (point === low || point === high) {
        kept.push(gap === point.gap ? point : { ...point, gap });
        gap = false;
      }
    }
  }
  const newest = points.slice(points.length - NEWEST_KEPT);
  if (gap && newest[0]) {
    newest[0] = { ...newest[0], gap };
  }
  return [...kept, ...newest];
}

function extremes(points: readonly Point[]): [Point | undefined, Point | undefined] {
  let low = points[0];
  let high = points[0];
  for (const point of points) {
    low = p99(point) < p99(low!) ? point : low;
    high = p99(point) > p99(high!) ? point : high;
  }
  return [low, high];
}

function p99(point: Point): number {
  return point.window.p99Nanos ?? 0;
}

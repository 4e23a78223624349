/** What the page of a soak shows of its figures. Pure. */

import type { Soak, SoakMark, SoakMarkKind } from '../api/detail-types';
import { millis } from '../format/time';

export type SoakSpan = 'all' | 'week' | 'day';

const SPAN_MS = { week: 7 * 86_400_000, day: 86_400_000 };

export interface NumberedMark {
  /** From 1, by time: the number in the chart and in the table. */
  number: number;
  mark: SoakMark;
}

/** The part of a soak that ends with it. Budgets stay those of all of it. */
export function within(soak: Soak, span: SoakSpan): Soak {
  const last = soak.points.at(-1);
  if (span === 'all' || !last) {
    return soak;
  }
  const from = millis(last.until) - SPAN_MS[span];
  const first = soak.points.findIndex((point) => millis(point.from) >= from);
  return {
    ...soak,
    points: soak.points.slice(first),
    budgets: soak.budgets.map((budget) => ({ ...budget, left: budget.left.slice(first) })),
    marks: soak.marks.filter((mark) => millis(mark.until ?? mark.at) >= from),
  };
}

export function numberedMarks(soak: Soak): NumberedMark[] {
  return soak.marks.map((mark, i) => ({ number: i + 1, mark }));
}

export const MARK_WORDS: Record<SoakMarkKind, string> = {
  CHANGE: 'change point',
  RESTART: 'server restart',
  BREACH: 'breach',
  ALERT: 'alert',
  TUNE: 'tune',
  CONFIGURATION: 'configuration',
};

/** A line through what is known; broken where a value is missing. */
export function linePath(places: ([number, number] | null)[]): string {
  let pen = 'M';
  let path = '';
  for (const place of places) {
    if (place === null) {
      pen = 'M';
      continue;
    }
    path += `${pen}${place[0].toFixed(1)} ${place[1].toFixed(1)}`;
    pen = 'L';
  }
  return path;
}

const DAY_S = 86_400;
const STEPS_S = [3_600, 3 * 3_600, 6 * 3_600, 12 * 3_600, DAY_S, 2 * DAY_S, 7 * DAY_S, 14 * DAY_S, 28 * DAY_S];

/** Round times, at most so many, in milliseconds. */
export function timeTicks(from: number, until: number, most: number): number[] {
  const step = 1_000 * (STEPS_S.find((one) => (until - from) / 1_000 / one <= most) ?? STEPS_S.at(-1)!);
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.max(0, Math.floor((until - first) / step) + 1) }, (_, i) => first + i * step);
}

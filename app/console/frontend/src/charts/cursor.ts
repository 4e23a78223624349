/** Which values a legend shows for a place on the time axis. */

import type { Panel } from './panels';

/** Beyond this, the place is in a gap and there is nothing to show. */
const NEAR_SECONDS = 10;

export function hasValue(panel: Panel, index: number): boolean {
  return panel.lines.some((line) => (line.values[index] ?? line.provisional?.[index] ?? null) !== null);
}

/** A break of the line between two steps has no values; the neighbour's are shown there. */
export function shownIndex(panel: Panel, xs: number[], index: number | null): number | null {
  if (index === null || index >= xs.length) {
    return null;
  }
  if (hasValue(panel, index)) {
    return index;
  }
  const near = [index - 1, index + 1]
    .filter((other) => xs[other] !== undefined && hasValue(panel, other))
    .map((other) => ({ other, distance: Math.abs(xs[other]! - xs[index]!) }))
    .filter((one) => one.distance <= NEAR_SECONDS)
    .sort((a, b) => a.distance - b.distance)[0];
  return near ? near.other : index;
}

/** The windows that a run page holds, by metric, class, target and part: loaded once, then kept up to date by events. */

import type { WindowPoint, Windows, WindowsEvent } from '../api/types';
import { merged, type Point } from './windows';

export interface SeriesKey {
  metric: string;
  requestClass: string | null;
  target: string | null;
  /** Only windows between these, in milliseconds; null is the whole run. */
  from: number | null;
  until: number | null;
}

export interface Series {
  key: SeriesKey;
  points: Point[];
  gapMs: number;
  /** Whether the server left windows out. */
  thinned: boolean;
  /** Windows that the server had before it left any out. */
  total: number;
}

/** Events have windows of this length, and the charts show no other. */
export const WINDOW_SECONDS = 10;
const MOST_SERIES = 8;

export type SeriesMap = ReadonlyMap<string, Series>;

export function seriesId(key: SeriesKey): string {
  return JSON.stringify([key.metric, key.requestClass, key.target, key.from, key.until]);
}

/** Windows that came by events after the server's answer stay. */
export function withLoaded(map: SeriesMap, key: SeriesKey, parts: Windows[]): SeriesMap {
  const id = seriesId(key);
  const known = map.get(id);
  let points: Point[] = [];
  let gapMs = 0;
  for (const part of parts) {
    gapMs = part.gapNanos / 1e6;
    points = merged(points, part.windows, gapMs);
  }
  const last = points[points.length - 1]?.at ?? -Infinity;
  const later = known ? known.points.filter((point) => point.at > last).map((point) => point.window) : [];
  const thinned = parts[0] !== undefined && parts[0].total > parts[0].windows.length;
  const others = [...map].filter(([other]) => other !== id).slice(-(MOST_SERIES - 1));
  return new Map([...others, [id, { key, points: merged(points, later, gapMs), gapMs, thinned, total: parts[0]?.total ?? 0 }]]);
}

/** Events speak of all classes together. A window belongs where its target is shown. */
export function withEvent(map: SeriesMap, event: WindowsEvent, targets: string[]): SeriesMap {
  if (event.windowSeconds !== WINDOW_SECONDS) {
    return map;
  }
  let changed = false;
  const next = new Map(map);
  for (const [id, series] of map) {
    if (series.key.metric !== event.metric || (series.key.requestClass ?? 'all') !== 'all') {
      continue;
    }
    const windows = event.windows.filter((window) => belongs(series.key, window, targets));
    if (windows.length > 0) {
      changed = true;
      next.set(id, { ...series, points: merged(series.points, windows, series.gapMs) });
    }
  }
  return changed ? next : map;
}

function belongs(key: SeriesKey, window: WindowPoint, targets: string[]): boolean {
  const at = Date.parse(window.end);
  if ((key.from !== null && at < key.from) || (key.until !== null && at > key.until)) {
    return false;
  }
  if (key.target !== null) {
    return window.target === key.target;
  }
  return targets.length < 2 || !targets.includes(window.target);
}

/** How old the newest data of a run is, by the server's clock. */

import type { FeedState, LiveRun } from '../api/types';
import { elapsed, maybeMillis } from '../format/time';

/** A run that lasts has data each second or so: longer than this is silence. */
export const SILENT_AFTER_MS = 10_000;

export interface Freshness {
  words: string;
  warning: boolean;
}

/** What lies between the run and this page. */
export interface Reading {
  now: number;
  feed: FeedState | null;
  connected: boolean;
}

export function freshness(run: Pick<LiveRun, 'status' | 'lastData'>, { now, feed, connected }: Reading): Freshness {
  const last = maybeMillis(run.lastData);
  if (run.status !== 'RUNNING') {
    return { words: last === null ? 'no data' : `last data ${elapsed(now - last)} ago`, warning: false };
  }
  if (!connected) {
    return { words: last === null ? 'not connected' : `not connected; last data ${elapsed(now - last)} ago`, warning: true };
  }
  if (feed === 'down') {
    return { words: last === null ? 'not read' : `not read; last data ${elapsed(now - last)} ago`, warning: true };
  }
  if (feed === 'catching-up') {
    return { words: last === null ? 'catching up' : `catching up; data of ${elapsed(now - last)} ago`, warning: true };
  }
  if (last === null) {
    return { words: 'no data yet', warning: false };
  }
  const age = now - last;
  return age > SILENT_AFTER_MS
    ? { words: `silent for ${elapsed(age)}`, warning: true }
    : { words: `data ${elapsed(age)} ago`, warning: false };
}

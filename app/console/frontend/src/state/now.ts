/** What is known of the runs that last: their newest state and a short history for the sparklines. */

import type { Feed, FeedState, LiveRun, Now, RunKey } from '../api/types';
import { millis } from '../format/time';

export interface Sample {
  /** End of the newest window, in milliseconds. */
  at: number;
  /** By objective, and TTFT_P99. */
  values: ReadonlyMap<string, number>;
}

/** What a run without an SLO shows; no objective has this name. */
export const TTFT_P99 = '';

export interface NowState {
  runs: ReadonlyMap<string, LiveRun>;
  feeds: ReadonlyMap<string, FeedState>;
  history: ReadonlyMap<string, readonly Sample[]>;
}

export const EMPTY_NOW: NowState = { runs: new Map(), feeds: new Map(), history: new Map() };

const HISTORY_MS = 10 * 60_000;
const MOST_SAMPLES = 600;

export function keyOf(run: RunKey): string {
  return `${run.team}\n${run.run}`;
}

export function loaded(state: NowState, now: Now): NowState {
  const runs = new Map(now.runs.map((run) => [keyOf(run), run]));
  const history = new Map<string, readonly Sample[]>();
  for (const [key, run] of runs) {
    history.set(key, extended(state.history.get(key) ?? [], run));
  }
  return { runs, feeds: feedMap(now.feeds), history };
}

export function withRun(state: NowState, run: LiveRun): NowState {
  const key = keyOf(run);
  const runs = new Map(state.runs).set(key, run);
  const history = new Map(state.history).set(key, extended(state.history.get(key) ?? [], run));
  return { ...state, runs, history };
}

export function withFeeds(state: NowState, feeds: Feed[]): NowState {
  return { ...state, feeds: feedMap(feeds) };
}

function feedMap(feeds: Feed[]): Map<string, FeedState> {
  return new Map(feeds.map((feed) => [feed.team, feed.state]));
}

/** A window that is heard of again replaces what was known of it. */
export function extended(samples: readonly Sample[], run: LiveRun): readonly Sample[] {
  const ends = Object.values(run.metrics).map((window) => millis(window.end));
  const values = valuesOf(run);
  if (ends.length === 0 || values.size === 0) {
    return samples;
  }
  const sample = { at: Math.max(...ends), values };
  const before = samples.filter((other) => other.at < sample.at && other.at > sample.at - HISTORY_MS);
  return [...before.slice(-MOST_SAMPLES), sample];
}

function valuesOf(run: LiveRun): Map<string, number> {
  const named: [string, number | null | undefined][] = [...run.objectives.map((one): [string, number | null] => [one.name, one.value]), [TTFT_P99, run.metrics.ttft?.p99Nanos]];
  return new Map(named.flatMap(([name, value]) => (value === null || value === undefined ? [] : [[name, value] as const])));
}

export interface TeamRuns {
  team: string;
  feed: FeedState | null;
  live: LiveRun[];
  over: LiveRun[];
}

/** Runs by team: those that last first, the newest first. */
export function byTeam(state: NowState, team?: string): TeamRuns[] {
  const groups = new Map<string, TeamRuns>();
  const group = (name: string): TeamRuns => {
    const known = groups.get(name) ?? { team: name, feed: state.feeds.get(name) ?? null, live: [], over: [] };
    groups.set(name, known);
    return known;
  };
  for (const [name, feed] of state.feeds) {
    if (feed !== 'ready') {
      group(name);
    }
  }
  const newestFirst = [...state.runs.values()].sort((a, b) => millis(b.started) - millis(a.started));
  for (const run of newestFirst) {
    (run.status === 'RUNNING' ? group(run.team).live : group(run.team).over).push(run);
  }
  return [...groups.values()].filter((one) => !team || one.team === team).sort((a, b) => a.team.localeCompare(b.team));
}

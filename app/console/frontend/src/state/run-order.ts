/** The order of a list of runs, and what of it is compared. */

import type { RunSummary } from '../api/types';
import { millis } from '../format/time';
import { MOST_SIDES } from './sides';

export type Column = 'run' | 'experiment' | 'result' | 'held' | 'started' | 'lasted' | 'team';

export interface Order {
  column: Column;
  descending: boolean;
}

export const NEWEST_FIRST: Order = { column: 'started', descending: true };

const RESULTS = ['FAIL', 'INVALID', 'INCONCLUSIVE', 'UNKNOWN', 'PASS'];

const VALUES: Record<Column, (run: RunSummary) => number | string> = {
  run: (run) => run.run,
  experiment: (run) => `${run.experiment}\n${run.phase}`,
  result: (run) => (run.verdict === null ? -1 : RESULTS.indexOf(run.verdict)),
  held: (run) => run.heldUpTo ?? -1,
  started: (run) => millis(run.started),
  lasted: (run) => (run.ended === null ? Infinity : millis(run.ended) - millis(run.started)),
  team: (run) => run.team,
};

/** Runs that are equal in the column stay as they are. */
export function ordered(runs: RunSummary[], order: Order): RunSummary[] {
  const value = VALUES[order.column];
  const sign = order.descending ? -1 : 1;
  return [...runs].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    return x === y ? 0 : sign * (x < y ? -1 : 1);
  });
}

/** A click on the column that orders the list turns it round; numbers begin with the highest. */
export function orderedBy(column: Column, known: Order): Order {
  return { column, descending: known.column === column ? !known.descending : ['held', 'started', 'lasted'].includes(column) };
}

/** A comparison has runs of one team, and so many at most. */
export function mayJoin(run: RunSummary, chosen: RunSummary[]): boolean {
  return chosen.includes(run) || (chosen.length < MOST_SIDES && chosen.every((one) => one.team === run.team));
}

/** The sides of a comparison: the run that started first is its base. */
export function sidesOf(chosen: RunSummary[]): string[] {
  return ordered(chosen, { column: 'started', descending: false }).map((run) => run.run);
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunSummary } from '../src/api/types';
import { mayJoin, NEWEST_FIRST, ordered, orderedBy, sidesOf } from '../src/state/run-order';
import { iso } from './fixtures';

function run(name: string, fields: Partial<RunSummary> = {}): RunSummary {
  return { team: 'perf', run: name, experiment: 'chat', phase: 'base', probe: false, status: 'ENDED', started: iso(0), ended: iso(60), verdict: 'PASS', heldKind: 'RATE', heldUpTo: 6, failsFrom: null, heldLoad: 'at least 6 req/s', labels: {}, ...fields };
}

const names = (runs: RunSummary[]): string[] => runs.map((one) => one.run);

test('a list is ordered by held load, runs without one last', () => {
  const runs = [run('a', { heldUpTo: null }), run('b', { heldUpTo: 4 }), run('c', { heldUpTo: 30 })];
  assert.deepEqual(names(ordered(runs, { column: 'held', descending: true })), ['c', 'b', 'a']);
});

test('results are ordered from those that need a look', () => {
  const runs = [run('a'), run('b', { verdict: 'FAIL' }), run('c', { verdict: null, status: 'LOST' }), run('d', { verdict: 'INCONCLUSIVE' })];
  assert.deepEqual(names(ordered(runs, { column: 'result', descending: false })), ['c', 'b', 'd', 'a']);
});

test('a run that still lasts is the longest', () => {
  assert.deepEqual(names(ordered([run('a'), run('b', { ended: null })], { column: 'lasted', descending: true })), ['b', 'a']);
});

test('a second click turns the order round', () => {
  assert.deepEqual(orderedBy('started', NEWEST_FIRST), { column: 'started', descending: false });
  assert.deepEqual(orderedBy('experiment', NEWEST_FIRST), { column: 'experiment', descending: false });
  assert.deepEqual(orderedBy('held', NEWEST_FIRST), { column: 'held', descending: true });
});

test('a comparison has eight runs of one team at most, and the oldest is its base', () => {
  const old = run('old', { started: iso(-100) });
  const chosen = [run('new'), old];
  assert.deepEqual(sidesOf(chosen), ['old', 'new']);
  assert.equal(mayJoin(run('other', { team: 'infra' }), chosen), false);
  assert.equal(mayJoin(run('third'), chosen), true);
  const eight = Array.from({ length: 8 }, (_, i) => run(`${i}`));
  assert.equal(mayJoin(run('ninth'), eight), false);
  assert.equal(mayJoin(eight[0]!, eight), true);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LoadKind } from '../src/api/types';
import { latency } from '../src/format/latency';
import { count, digits, load, share } from '../src/format/number';
import { objectiveLabel, objectiveState, quantileLabel } from '../src/format/objective';
import { outcomeWords } from '../src/format/outcome';
import { clockTime, duration, elapsed, since, timeLeft } from '../src/format/time';
import { objective, NOON } from './fixtures';
import units from './units.json';

/** ValueTextTest asks the same of io.tidemark.schemas.ValueText. */
test('values read as the command line and reports write them', () => {
  const cases = units as unknown as Record<'digits' | 'count' | 'latency' | 'duration' | 'share', [number, string][]>;
  cases.digits.forEach(([value, words]) => assert.equal(digits(value), words));
  cases.count.forEach(([value, words]) => assert.equal(count(value), words));
  cases.latency.forEach(([nanos, words]) => assert.equal(latency(nanos), words));
  cases.duration.forEach(([seconds, words]) => assert.equal(duration(seconds * 1000), words));
  cases.share.forEach(([value, words]) => assert.equal(share(value), words));
  (units.load as unknown as [LoadKind, number, string][]).forEach(([kind, value, words]) => assert.equal(load(value, kind), words));
});

test('what goes on is told in whole seconds', () => {
  assert.equal(elapsed(42_900), '42 s');
  assert.equal(elapsed(-5), '0 s');
  assert.equal(timeLeft(2_041_000), 'about 35 min left');
  assert.equal(timeLeft(7_500_000), 'about 2 h 5 min left');
  assert.equal(timeLeft(0), 'later than expected');
});

test('times of another day have their date', () => {
  assert.equal(clockTime(NOON + 185_000), '12:03:05');
  assert.equal(since(NOON, NOON + 1000), '12:00:00');
  assert.equal(since(NOON, NOON + 86_400_000), '2026-11-26 12:00');
});

test('objectives are named by what they measure', () => {
  assert.equal(objectiveLabel(objective(), 'x'), 'TTFT p95');
  assert.equal(quantileLabel(0.999), 'p99.9');
  assert.equal(objectiveLabel(objective({ kind: 'ERROR_RATIO', metric: null, quantile: null }), 'x'), 'Errors');
  assert.equal(objectiveLabel(objective({ kind: 'UNKNOWN' }), 'a name'), 'a name');
});

test('an objective is within, over, breached or without a value', () => {
  assert.equal(objectiveState(objective()), 'within');
  assert.equal(objectiveState(objective({ value: 300e6 })), 'within');
  assert.equal(objectiveState(objective({ value: 301e6 })), 'over');
  assert.equal(objectiveState(objective({ value: null })), 'unknown');
  assert.equal(objectiveState(objective({ value: null, breached: true })), 'breached');
});

test('outcomes read as words', () => {
  assert.equal(outcomeWords('FIRST_TOKEN_TIMEOUT'), 'first token timeout');
  assert.equal(outcomeWords('HTTP_ERROR'), 'HTTP error');
  assert.equal(outcomeWords('DNS'), 'DNS');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latency } from '../src/format/latency';
import { count, inUnit, load, share } from '../src/format/number';
import { objectiveLabel, objectiveState, quantileLabel } from '../src/format/objective';
import { outcomeWords } from '../src/format/outcome';
import { clockTime, duration, since, timeLeft } from '../src/format/time';
import { objective, NOON } from './fixtures';
import latencies from './latencies.json';

test('latencies read as in reports', () => {
  for (const [nanos, words] of latencies as [number, string][]) {
    assert.equal(latency(nanos), words);
  }
});

test('a share that is not zero never reads as zero', () => {
  assert.equal(share(0), '0 %');
  assert.equal(share(0.00001), '< 0.01 %');
  assert.equal(share(0.0214), '2.14 %');
  assert.equal(share(0.996), '100 %');
});

test('counts, loads and signals have units', () => {
  assert.equal(count(12480), '12,480');
  assert.equal(load(12, 'RATE'), '12 req/s');
  assert.equal(load(2.5, 'RATE'), '2.5 req/s');
  assert.equal(load(64, 'CONCURRENCY'), '64 concurrent');
  assert.equal(inUnit(0.5, 'ratio'), '50 %');
  assert.equal(inUnit(512, 'watts'), '512 W');
});

test('durations name two units at most', () => {
  assert.equal(duration(42_900), '42 s');
  assert.equal(duration(200_000), '3 min 20 s');
  assert.equal(duration(7_500_000), '2 h 5 min');
  assert.equal(duration(-5), '0 s');
  assert.equal(duration(4 * 86_400_000), '4 d');
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshness, type Reading } from '../src/state/freshness';
import { liveValue, objectiveState } from '../src/format/objective';
import { byTeam, EMPTY_NOW, extended, TTFT_P99, withFeeds, withRun } from '../src/state/now';
import { againMillis } from '../src/state/run-data';
import { decidingMetric, decidingObjective, endedSentence, hasFinalFigures, liveSentence } from '../src/state/verdict';
import { iso, liveRun, NOON, objective, step } from './fixtures';

const now = NOON + 200_000;

test('a run that holds its objectives is within its SLO', () => {
  assert.deepEqual(liveSentence(liveRun(), now), { tone: 'good', words: 'Within its SLO' });
});

test('a breach names value, limit and since when; the first that opened comes first', () => {
  const run = liveRun({
    objectives: [
      objective({ metric: 'itl', quantile: 0.99, value: 80e6, limit: 60e6, breached: true, since: iso(190) }),
      objective({ value: 412e6, breached: true, since: iso(185) }),
    ],
  });
  assert.deepEqual(liveSentence(run, now), { tone: 'bad', words: 'TTFT p95 412 ms is over 300 ms since 12:03:05, and 1 objective more' });
});

test('over the limit without a breach is said as that', () => {
  const sentence = liveSentence(liveRun({ objectives: [objective({ value: 310e6 })] }), now);
  assert.deepEqual(sentence, { tone: 'warn', words: 'TTFT p95 310 ms is over 300 ms; no breach is open' });
});

test('an objective without a value is not called within', () => {
  assert.equal(liveSentence(liveRun({ objectives: [objective({ value: null })] }), now).words, 'No objective has a value now');
  assert.equal(liveSentence(liveRun({ objectives: [] }), now).words, 'No SLO is set');
});

test('an ended run says how many steps held', () => {
  const run = { status: 'ENDED' as const, lost: null, invalidReasons: [], objectives: [objective()], steps: [step(0), step(1), step(2, { verdict: 'FAIL' })], heldLoad: 'between 6 and 8 req/s' };
  assert.deepEqual(endedSentence(run), { tone: 'warn', words: 'Ended: 2 of 3 steps within its SLO; holds between 6 and 8 req/s' });
  assert.equal(endedSentence({ ...run, status: 'INVALID', invalidReasons: ['a', 'b'] }).words, 'Invalid: a; b');
});

test('more than 10 s without data is silence, by the clock of the server', () => {
  const at = (second: number, fields: Partial<Reading> = {}): Reading => ({ now: NOON + second * 1000, feed: 'ready', connected: true, ...fields });
  assert.deepEqual(freshness(liveRun(), at(109)), { words: 'data 9 s ago', warning: false });
  assert.deepEqual(freshness(liveRun(), at(142)), { words: 'silent for 42 s', warning: true });
  assert.deepEqual(freshness(liveRun(), at(101, { feed: 'down' })), { words: 'not read; last data 1 s ago', warning: true });
  assert.deepEqual(freshness(liveRun(), at(142, { connected: false })), { words: 'not connected; last data 42 s ago', warning: true });
  assert.equal(freshness(liveRun({ status: 'ENDED' }), at(142, { feed: 'down' })).warning, false);
});

test('a window that is heard of again replaces its sample', () => {
  const metric = (second: number, p99Nanos: number) => liveRun({ objectives: [objective({ value: 10 * p99Nanos })], metrics: { ttft: { end: iso(second), finality: 'PROVISIONAL', count: 1, p50Nanos: 1, p95Nanos: 1, p99Nanos } } });
  const samples = extended(extended(extended([], metric(0, 5)), metric(2, 6)), metric(2, 7));
  assert.deepEqual(samples.map((sample) => [...sample.values]), [[['ttft-p95', 50], [TTFT_P99, 5]], [['ttft-p95', 70], [TTFT_P99, 7]]]);
});

test('the last minutes are of the objective that is broken for longest, else over its limit, else on a latency', () => {
  const errors = objective({ name: 'errors', kind: 'ERROR_RATIO', metric: null, quantile: null, limit: 0.01, value: 0 });
  const itl = objective({ name: 'itl', metric: 'itl', limit: 60e6, value: 80e6 });
  const deciding = (...objectives: ReturnType<typeof objective>[]): string | undefined => decidingObjective({ objectives })?.name;
  assert.equal(deciding(errors, objective()), 'ttft-p95');
  assert.equal(deciding(errors, objective(), itl), 'itl');
  assert.equal(deciding({ ...errors, value: 0.2, breached: true, since: iso(190) }, objective({ breached: true, since: iso(195) }), itl), 'errors');
  assert.equal(deciding(errors), 'errors');
  assert.equal(deciding(), undefined);
});

test('a quantile among requests that were not OK is over its limit, whatever its least value is', () => {
  const among = objective({ value: 300e6, valueIsLowerBound: true });
  assert.equal(objectiveState(among), 'over');
  assert.equal(liveValue(among), 'at least 300 ms');
  assert.deepEqual(liveSentence(liveRun({ objectives: [{ ...among, breached: true, since: iso(185) }] }), now), {
    tone: 'bad',
    words: 'TTFT p95 falls among requests that are not OK or still wait, over 300 ms since 12:03:05',
  });
});

test('runs are grouped by team; a team whose topics are not read shows without runs', () => {
  const state = withFeeds(withRun(withRun(EMPTY_NOW, liveRun({ run: 'old', status: 'ENDED' })), liveRun({ run: 'new', started: iso(50) })), [
    { team: 'perf', state: 'ready' },
    { team: 'dark', state: 'down' },
  ]);
  assert.deepEqual(byTeam(state).map((group) => [group.team, group.live.length, group.over.length]), [['dark', 0, 0], ['perf', 1, 1]]);
});

test('figures of a run are final once it is over and each measured step is final', () => {
  const final = step(0, { finality: 'FINAL' });
  const missing = step(1, { finality: null });
  assert.equal(hasFinalFigures({ steps: [final, missing] }, 'ENDED'), true);
  assert.equal(hasFinalFigures({ steps: [final] }, 'RUNNING'), false);
  assert.equal(hasFinalFigures({ steps: [final, step(1, { finality: 'PROVISIONAL' })] }, 'ENDED'), false);
  assert.equal(hasFinalFigures({ steps: [missing] }, 'ENDED'), false);
});

test('a run that the store does not get is asked for ever more seldom, up to a minute', () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 50].map(againMillis), [3_000, 6_000, 12_000, 24_000, 48_000, 60_000, 60_000]);
});

test('the first chart is of the objective that failed at the lowest load', () => {
  const judged = (metric: string | null, verdict: 'PASS' | 'FAIL') => ({
    objective: `${metric}`, kind: metric === null ? ('ERROR_RATIO' as const) : ('QUANTILE' as const), metric, quantile: 0.95, limit: 1, verdict, value: null, low: null, high: null, count: 1,
  });
  const steps = [step(2, { objectives: [judged('itl', 'FAIL')] }), step(0, { objectives: [judged('itl', 'PASS')] }), step(1, { objectives: [judged(null, 'FAIL'), judged('ttft_due', 'FAIL')] })];
  assert.equal(decidingMetric({ steps, objectives: [] }), 'ttft_due');
  assert.equal(decidingMetric({ steps: [], objectives: [] }), 'ttft');
});

test('where no objective failed, the first chart is of one that the SLO limits, as in reports', () => {
  const objectives = [objective({ metric: 'tpot' }), objective({ metric: 'ttft_due' }), objective({ kind: 'ERROR_RATIO', metric: null, quantile: null })];
  assert.equal(decidingMetric({ steps: [step(1)], objectives }), 'ttft_due');
});

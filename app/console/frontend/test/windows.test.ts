import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withEvent, withLoaded, seriesId, type SeriesKey } from '../src/state/series';
import { merged, MOST_POINTS, thinned, untilSettled } from '../src/state/windows';
import { NOON, window } from './fixtures';

const GAP_MS = 20_000;
const WHOLE: SeriesKey = { metric: 'ttft', requestClass: null, target: null, from: null, until: null };

function loaded(windows: ReturnType<typeof window>[], total = windows.length) {
  return withLoaded(new Map(), WHOLE, [{ metric: 'ttft', windowSeconds: 10, total, gapNanos: 20e9, windows }]);
}

const seconds = (points: { at: number }[]): number[] => points.map((point) => (point.at - NOON) / 1000);

test('windows are kept by their ends, whatever the order they come in', () => {
  const points = merged(merged([], [window(10), window(30)], GAP_MS), [window(20), window(0)], GAP_MS);
  assert.deepEqual(seconds(points), [0, 10, 20, 30]);
  assert.ok(points.every((point) => !point.gap));
});

test('a window of one end, step and target replaces what was known', () => {
  const points = merged(merged([], [window(10, { finality: 'PROVISIONAL', count: 1 })], GAP_MS), [window(10, { count: 2 })], GAP_MS);
  assert.deepEqual(points.map((point) => point.window.count), [2]);
  assert.equal(merged(points, [window(20)], GAP_MS).length, 2);
});

test('a final window is not replaced by a provisional one', () => {
  const points = merged(merged([], [window(10, { count: 2 })], GAP_MS), [window(10, { finality: 'PROVISIONAL', count: 1 })], GAP_MS);
  assert.deepEqual(points.map((point) => point.window.count), [2]);
});

test('the line breaks where windows are too far apart or of another step', () => {
  const points = merged([], [window(0), window(20), window(41), window(51, { step: 2 })], GAP_MS);
  assert.deepEqual(points.map((point) => point.gap), [false, false, true, true]);
});

test('a step gives way to the next', () => {
  const points = merged(merged([], [window(0), window(10), window(20), window(30)], GAP_MS), [window(20, { step: 2 }), window(40, { step: 2 })], GAP_MS);
  assert.deepEqual(points.map((point) => [point.at - NOON, point.window.step]), [[0, 1], [10_000, 1], [20_000, 2], [40_000, 2]]);
  assert.deepEqual(merged(points, [window(50)], GAP_MS).length, 4);
});

test('a late window closes a gap', () => {
  const points = merged(merged([], [window(0), window(30)], GAP_MS), [window(15)], GAP_MS);
  assert.deepEqual(points.map((point) => point.gap), [false, false, false]);
});

test('thinning keeps spikes, gaps and the newest points, and holds the limit', () => {
  const windows = Array.from({ length: MOST_POINTS + 1 }, (_, i) => window(i + (i >= 1000 ? 100 : 0), { p99Nanos: i === 777 ? 9e9 : 3e8 + (i % 7) }));
  const points = merged([], windows, GAP_MS);
  assert.ok(points.length <= MOST_POINTS, `${points.length} points`);
  assert.ok(points.some((point) => point.window.p99Nanos === 9e9));
  assert.equal(points.filter((point) => point.gap).length, 1);
  assert.equal(points.at(-1)!.window.end, windows.at(-1)!.end);
  assert.deepEqual(seconds(points), [...seconds(points)].sort((a, b) => a - b));
});

test('a gap at the edge of what is thinned stays', () => {
  const windows = Array.from({ length: 4000 }, (_, i) => window(i + (i >= 2500 ? 100 : 0)));
  const points = thinned(merged([], windows, GAP_MS));
  assert.equal(points.filter((point) => point.gap).length, 1);
});

test('events that came after the answer of the server stay when it is loaded again', () => {
  const event = { team: 't', run: 'r', metric: 'ttft', windowSeconds: 10, windows: [window(20)] };
  const map = withEvent(loaded([window(0), window(10)]), event, ['a']);
  const again = withLoaded(map, WHOLE, [{ metric: 'ttft', windowSeconds: 10, total: 2, gapNanos: 20e9, windows: [window(0), window(10)] }]);
  assert.deepEqual(seconds(again.get(seriesId(WHOLE))!.points), [0, 10, 20]);
});

test('windows of one of several targets do not mix with those of all', () => {
  const event = { team: 't', run: 'r', metric: 'ttft', windowSeconds: 10, windows: [window(10, { target: 'a' }), window(10, { target: 'all targets' })] };
  const points = withEvent(loaded([]), event, ['a', 'b']).get(seriesId(WHOLE))!.points;
  assert.deepEqual(points.map((point) => point.window.target), ['all targets']);
});

test('windows of another length, metric or class change nothing', () => {
  const map = loaded([window(0)]);
  const event = { team: 't', run: 'r', metric: 'ttft', windowSeconds: 10, windows: [window(10)] };
  assert.equal(withEvent(map, { ...event, windowSeconds: 60 }, ['a']), map);
  assert.equal(withEvent(map, { ...event, metric: 'itl' }, ['a']), map);
  const chat: SeriesKey = { ...WHOLE, requestClass: 'chat' };
  const ofChat = withLoaded(new Map(), chat, [{ metric: 'ttft', windowSeconds: 10, total: 0, gapNanos: 1, windows: [] }]);
  assert.equal(withEvent(ofChat, event, ['a']), ofChat);
});

test('provisional windows behind the last settled one are left out, those before it and unsettled runs are not', () => {
  const provisional = { finality: 'PROVISIONAL' as const };
  const points = merged([], [window(0, provisional), window(10), window(20, { finality: 'INCOMPLETE' }), window(30, provisional)], GAP_MS);
  assert.deepEqual(seconds(untilSettled(points)), [0, 10, 20]);
  assert.deepEqual(seconds(untilSettled(points.slice(0, 1))), [0]);
  assert.deepEqual(untilSettled([]), []);
});

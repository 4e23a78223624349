import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownIndex } from '../src/charts/cursor';
import { columns, latencyPanel, signalPanels } from '../src/charts/panels';
import { fuzzyScore, ranked } from '../src/keys/fuzzy';
import { mergedBreach, numbered } from '../src/state/breaches';
import { axisNow, span } from '../src/state/span';
import { merged } from '../src/state/windows';
import type { Breach } from '../src/api/types';
import { iso, NOON, window } from './fixtures';

const GAP_MS = 20_000;
const VIEW = { metric: 'ttft', step: null, from: null, until: null, requestClass: null, target: null };

test('a gap is a row without values', () => {
  const shown = columns(merged([], [window(0), window(10), window(60)], GAP_MS));
  assert.deepEqual(shown.xs.map((x) => x - NOON / 1000), [0, 10, 35, 60]);
  assert.deepEqual(latencyPanel(shown.points, 'ttft').lines[0]!.values, [1e8, 1e8, null, 1e8]);
});

test('provisional values are a line of their own that begins where the final one ends', () => {
  const shown = columns(merged([], [window(0), window(10), window(20, { finality: 'PROVISIONAL' })], GAP_MS));
  const line = latencyPanel(shown.points, 'ttft').lines[0]!;
  assert.deepEqual(line.values, [1e8, 1e8, null]);
  assert.deepEqual(line.provisional, [null, 1e8, 1e8]);
});

test('panels without data are left out and named', () => {
  const shown = columns(merged([], [window(0, { signals: { 'engine.prefix.hits': 30, 'engine.prefix.queries': 40, 'engine.preemptions': 0 } })], GAP_MS));
  const { panels, absent } = signalPanels(shown.points, []);
  assert.deepEqual(panels.map((panel) => panel.id), ['requests', 'shares']);
  assert.deepEqual(panels[1]!.lines.map((line) => [line.label, line.values]), [['prefix hits', [0.75]]]);
  assert.deepEqual(absent, ['Preemptions', 'GPU power']);
});

test('between two steps the legend shows the neighbour, in a gap nothing', () => {
  const near = columns(merged([], [window(0), window(2, { step: 2 })], GAP_MS));
  assert.notEqual(shownIndex(latencyPanel(near.points, 'ttft'), near.xs, 1), 1);
  const far = columns(merged([], [window(0), window(60)], GAP_MS));
  assert.equal(shownIndex(latencyPanel(far.points, 'ttft'), far.xs, 1), 1);
});

test('the time in view is the zoom, the step, or what is followed', () => {
  const extent = { started: NOON, end: NOON + 3_600_000, lasts: true };
  const steps = [{ step: 1, load: 6, loadKind: 'RATE' as const, from: NOON + 100_000, until: NOON + 200_000 }];
  assert.deepEqual(span({ ...VIEW, from: 5, until: 9 }, steps, extent, 'recent'), [5, 9]);
  assert.deepEqual(span({ ...VIEW, step: 1 }, steps, extent, 'recent'), [NOON + 97_000, NOON + 203_000]);
  assert.deepEqual(span(VIEW, steps, extent, 'recent'), [NOON + 3_000_000, NOON + 3_600_000]);
  assert.deepEqual(span(VIEW, steps, extent, 'whole'), [NOON, NOON + 3_600_000]);
});

test('the axis of a long run moves in steps', () => {
  assert.equal(axisNow(NOON + 1, 600_000), NOON + 1_000);
  assert.equal(axisNow(NOON + 1, 5 * 3_600_000), NOON + 30_000);
});

test('breaches are numbered by opening, without those that were retracted', () => {
  const breach = (id: string, second: number, state: Breach['state']) => ({ breach: id, opened: iso(second), closed: null, state }) as Breach;
  const all = [breach('b', 20, 'OPENED'), breach('a', 10, 'RETRACTED'), breach('c', 5, 'CLOSED')].reduce(mergedBreach, [] as Breach[]);
  assert.deepEqual(numbered(all).map((one) => [one.number, one.breach.breach]), [[1, 'c'], [2, 'b']]);
  assert.equal(mergedBreach(all, breach('b', 20, 'CLOSED')).length, 3);
});

test('a few letters in order find a name', () => {
  assert.equal(fuzzyScore('xyz', 'baseline'), null);
  assert.deepEqual(ranked('kvf', ['baseline', 'k very far', 'chat / kv-fp8'], (text) => text, 5), ['chat / kv-fp8', 'k very far']);
  assert.deepEqual(ranked('', ['a', 'b'], (text) => text, 1), ['a']);
});

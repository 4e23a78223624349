import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TuneConfiguration, TuneFigures } from '../src/api/detail-types';
import { evenGap, scaleOf } from '../src/state/scale';
import { axesOf, figureWords, isBrushed, latencyObjectives, matrixOf, objectivesOf, paretoOf } from '../src/state/tune';

function configuration(phase: string, [seqs, cache]: [string, string], held: number | null, ttftMs: number, more: Partial<TuneConfiguration> = {}): TuneConfiguration {
  return {
    phase,
    isDefault: false,
    under: '',
    values: { seqs, cache },
    value: held,
    held: { kind: 'RATE', value: held, low: held, high: held === null ? null : held + 1 },
    gpus: 1,
    tokensPerGpu: null,
    at: null,
    latencies: held === null ? [] : [{ metric: 'ttft', quantile: 0.99, value: ttftMs * 1e6, low: null, high: null }],
    starts: [],
    ...more,
  };
}

const FAILED = { starts: [{ failure: 'OUT_OF_MEMORY' }] } as Partial<TuneConfiguration>;

const TUNE = {
  tune: {},
  goal: 'held load',
  unit: 'req/s',
  lowerIsBetter: false,
  parameters: [
    { name: 'seqs', values: ['64', '128', '256'] },
    { name: 'cache', values: ['default', 'fp8'] },
  ],
  configurations: [
    configuration('a', ['64', 'default'], 4, 100),
    configuration('b', ['128', 'default'], 6, 180),
    configuration('c', ['64', 'fp8'], 5, 200),
    configuration('d', ['128', 'fp8'], 8, 250),
    configuration('d2', ['128', 'fp8'], 7, 150),
    configuration('e', ['256', 'fp8'], null, 0, FAILED),
  ],
} as unknown as TuneFigures;

const HELD = objectivesOf(TUNE).find((one) => one.id === 'held')!;
const TTFT = latencyObjectives(TUNE)[0]!;

test('figures to rank by are those that a configuration has', () => {
  assert.deepEqual(
    objectivesOf(TUNE).map((one) => [one.id, one.label, one.unit]),
    [
      ['held', 'held load', 'req/s'],
      ['ttft-0.99', 'TTFT p99', ''],
    ],
  );
});

test('a cell has the best configuration of its pair, and why there is none', () => {
  const matrix = matrixOf(TUNE, ['cache', 'seqs'], HELD);
  assert.deepEqual(matrix.rows, ['default', 'fp8']);
  assert.deepEqual(matrix.columns, ['64', '128', '256']);
  assert.deepEqual(matrix.cells.map((line) => line.map((cell) => cell.best?.phase ?? cell.failure)), [['a', 'b', ''], ['c', 'd', 'OUT_OF_MEMORY']]);
  assert.deepEqual(matrix.cells[1]!.map((cell) => cell.rank), [0.25, 1, null]);
  assert.deepEqual([matrix.worst, matrix.best], [4, 8]);
});

test('where lower is better the lowest has the highest rank', () => {
  const matrix = matrixOf(TUNE, ['cache', 'seqs'], TTFT);
  assert.deepEqual(matrix.cells.map((line) => line.map((cell) => cell.best?.phase ?? null)), [['a', 'b', null], ['c', 'd2', null]]);
  assert.deepEqual(matrix.cells[0]!.map((cell) => cell.rank), [1, 0.19999999999999996, null]);
  assert.deepEqual([matrix.worst, matrix.best], [200e6, 100e6]);
});

test('on the front is what nothing beats in both', () => {
  assert.deepEqual(paretoOf(TUNE, TTFT).map((point) => [point.configuration.phase, point.front]), [
    ['a', true],
    ['d2', true],
    ['b', false],
    ['c', false],
    ['d', true],
  ]);
});

test('a brush keeps what lies in its part of the axis', () => {
  const axes = axesOf(TUNE, TTFT);
  assert.deepEqual(axes.map((axis) => axis.id), ['seqs', 'cache', 'held', 'ttft-0.99']);
  const [seqs] = axes;
  assert.deepEqual(TUNE.configurations.map((one) => seqs!.place(one)), [0, 0.5, 0, 0.5, 0.5, 1]);
  const kept = (brushes: [string, [number, number]][]): string[] => TUNE.configurations.filter((one) => isBrushed(axes, new Map(brushes), one)).map((one) => one.phase);
  assert.deepEqual(kept([['seqs', [0.4, 1]]]), ['b', 'd', 'd2', 'e']);
  // One without a value lies in no part of the axis.
  assert.deepEqual(kept([['seqs', [0.4, 1]], ['held', [0.5, 1]]]), ['b', 'd', 'd2']);
  assert.deepEqual(kept([]).length, 6);
});

test('a figure is written with its interval', () => {
  assert.equal(figureWords(HELD, { value: 5, low: 5, high: 6 }), '5 (5 to 6)');
  assert.equal(figureWords(HELD, { value: 5, low: 4, high: null }), '5 (4 to …)');
  assert.equal(figureWords(HELD, { value: null, low: null, high: null }), '–');
});

test('a scale has round ticks that cover its values', () => {
  assert.deepEqual(scaleOf([0, 9.3], 6).ticks, [0, 2, 4, 6, 8, 10]);
  assert.deepEqual(scaleOf([230, 700], 6).ticks, [200, 300, 400, 500, 600, 700]);
  assert.deepEqual(scaleOf([5], 3).ticks.length > 1, true);
  assert.equal(scaleOf([0, 10], 3).at(5), 0.5);
});

test('axes fill the width, and keep the least distance where it is small', () => {
  assert.equal(evenGap(4, 1200, 170), 400);
  assert.equal(evenGap(4, 1201, 170), 400);
  assert.equal(evenGap(4, 300, 170), 170);
  assert.equal(evenGap(1, 1200, 170), 170);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Soak } from '../src/api/detail-types';
import { linePath, timeTicks, within } from '../src/state/soak';

const HOUR = 3_600_000;
const at = (hour: number): string => new Date(hour * HOUR).toISOString();

test('the last day keeps its points, its budget as it was, and what reaches into it', () => {
  const soak = {
    points: Array.from({ length: 48 }, (_, hour) => ({ from: at(hour), until: at(hour + 1) })),
    budgets: [{ objective: 'o', left: Array.from({ length: 48 }, (_, hour) => 1 - hour / 100) }],
    marks: [
      { kind: 'CHANGE', at: at(3), until: null, description: 'before' },
      { kind: 'ALERT', at: at(20), until: at(30), description: 'reaches in' },
      { kind: 'RESTART', at: at(40), until: at(41), description: 'in it' },
    ],
  } as unknown as Soak;
  const day = within(soak, 'day');
  assert.equal(day.points.length, 24);
  assert.equal(day.points[0]!.from, at(24));
  assert.equal(day.budgets[0]!.left[0], 0.76);
  assert.deepEqual(day.marks.map((mark) => mark.description), ['reaches in', 'in it']);
  assert.equal(within(soak, 'all'), soak);
  assert.equal(within(soak, 'week').points.length, 48);
});

test('ticks of time are round, and few', () => {
  assert.deepEqual(timeTicks(HOUR / 2, 5.5 * HOUR, 12), [1, 2, 3, 4, 5].map((hour) => hour * HOUR));
  assert.deepEqual(timeTicks(0, 21 * 24 * HOUR, 12), Array.from({ length: 11 }, (_, i) => 2 * i * 24 * HOUR));
});

test('a line is broken where a value is missing', () => {
  assert.equal(linePath([[0, 1], [1, 2], null, [3, 4]]), 'M0.0 1.0L1.0 2.0M3.0 4.0');
});

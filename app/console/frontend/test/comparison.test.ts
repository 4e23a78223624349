import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, ReportDocument } from '../src/api/report-types';
import { arranged } from '../src/components/compare/comparison';
import { refusalOf } from '../src/components/compare/refusal';
import { moved, without, withSide } from '../src/state/sides';

const said = (text: string): Block => ({ type: 'paragraph', text, tone: 'PLAIN' });

function document(...titles: string[]): ReportDocument {
  return { title: 'Comparison', subtitle: '', summary: [said('summary')], sections: titles.map((title) => ({ title, blocks: [said(title)] })) };
}

test('the answer leads, then comes what was configured differently', () => {
  const { lead, sections } = arranged(document('1. The answer', '2. Differences', '3. Distributions', '4. Configuration'));
  assert.deepEqual(lead, [said('1. The answer')]);
  assert.deepEqual(sections.map((section) => section.title), ['Configuration', 'Differences', 'Distributions']);
});

test('a document without an answer is led by its summary', () => {
  assert.deepEqual(arranged(document('Figures')), { lead: [said('summary')], sections: [{ title: 'Figures', blocks: [said('Figures')] }] });
});

test('runs that are not alike are told with each difference, without advice for a terminal', () => {
  const refusal = refusalOf('the runs differ in more than their configuration: workload: a, b; model: x, y. --last N leaves older runs out, --allow-mismatch compares them anyway');
  assert.equal(refusal.kind, 'mismatch');
  assert.deepEqual(refusal.reasons, ['workload: a, b', 'model: x, y']);
});

test('a side without runs is told with the reasons', () => {
  const refusal = refusalOf('"kv: x" has no run to compare: run 1 of x is left out: it is LOST; run 2 of x is left out: it is INVALID');
  assert.equal(refusal.title, '"kv: x" has no run to compare');
  assert.deepEqual(refusal.reasons, ['run 1 of x is left out: it is LOST', 'run 2 of x is left out: it is INVALID']);
  assert.deepEqual(refusalOf('"x" has no run to compare').reasons, []);
});

test('other words of the server are shown as they are', () => {
  assert.equal(refusalOf('"nope" is no phase, run id or file; the store holds: a/b').kind, 'unknown-name');
  assert.deepEqual(refusalOf('run 1 is on two sides').reasons, ['run 1 is on two sides']);
});

test('sides move, go and come once; there are 8 at most', () => {
  assert.deepEqual(moved(['a', 'b', 'c'], 2, 0), ['c', 'a', 'b']);
  assert.deepEqual(moved(['a', 'b', 'c'], 0, 1), ['b', 'a', 'c']);
  assert.deepEqual(moved(['a', 'b'], 1, 2), ['a', 'b']);
  assert.deepEqual(without(['a', 'b'], 0), ['b']);
  assert.deepEqual(withSide(['a'], 'b'), ['a', 'b']);
  assert.deepEqual(withSide(['a'], 'a'), ['a']);
  assert.deepEqual(withSide(['1', '2', '3', '4', '5', '6', '7', '8'], '9').length, 8);
});

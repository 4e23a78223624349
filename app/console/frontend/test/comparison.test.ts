import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Cell, ReportDocument, Tone } from '../src/api/report-types';
import { arranged } from '../src/components/compare/comparison';
import { refusalOf } from '../src/components/compare/refusal';
import { moved, without, withSide } from '../src/state/sides';

const said = (text: string): Block => ({ type: 'paragraph', text, tone: 'PLAIN' });

function document(...titles: string[]): ReportDocument {
  return { title: 'Comparison', subtitle: '', summary: [said('summary')], sections: titles.map((title) => ({ title, blocks: [said(title)] })) };
}

test('the answer leads, then come the differences, and what is the same is further down', () => {
  const { lead, sections } = arranged(document('1. The answer', '2. Differences', '3. Distributions', '4. Configuration'));
  assert.deepEqual(lead, [said('1. The answer')]);
  assert.deepEqual(sections.map((section) => section.title), ['Differences', 'Distributions', 'Configuration']);
});

function figure(name: string): Block {
  return { type: 'figure', name, title: name, caption: '', svg: '', data: { columns: [], rows: [], notes: [] } };
}

test('beside the answer is the chart of the first metric at the highest load, and the differences begin with what changed', () => {
  const cell = (text: string, tone: Tone): Cell => ({ text, tone });
  const table = (...rows: Cell[][]): Block => ({ type: 'table', columns: [], rows, notes: [] });
  const compared = document('1. The answer', '2. Differences', '3. Distributions', '4. More');
  compared.sections[1]!.blocks = [table([cell('tpot', 'PLAIN'), cell('EQUIVALENT', 'PLAIN')], [cell('ttft', 'PLAIN'), cell('REGRESSED', 'BAD')]), said('foot')];
  compared.sections[2]!.blocks = ['cdf-ttft-0', 'cdf-itl-0', 'cdf-ttft-1', 'cdf-itl-1'].map(figure);
  const { chart, sections } = arranged(compared);
  assert.deepEqual(chart, figure('cdf-ttft-1'));
  assert.deepEqual(sections[0]!.blocks, [
    table([cell('ttft', 'PLAIN'), cell('REGRESSED', 'BAD')], [cell('tpot', 'PLAIN'), cell('EQUIVALENT', 'PLAIN')]),
    said('foot'),
  ]);
  assert.deepEqual(sections[1]!.blocks, ['cdf-ttft-0', 'cdf-itl-0', 'cdf-itl-1'].map(figure));
});

test('a section whose only chart moved up is left out', () => {
  const compared = document('1. The answer', '2. Differences', '3. Distributions');
  compared.sections[2]!.blocks = [figure('cdf-ttft-0')];
  assert.deepEqual(arranged(compared).sections.map((section) => section.title), ['Differences']);
});

test('a document without an answer is led by its summary', () => {
  assert.deepEqual(arranged(document('Figures')), { lead: [said('summary')], chart: null, sections: [{ title: 'Figures', blocks: [said('Figures')] }] });
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

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Inks } from '../src/charts/ink';
import { NO_MARKS } from '../src/charts/marks';
import type { Panel } from '../src/charts/panels';
import { panelsSvg } from '../src/charts/svg-panels';

const INKS = new Proxy({}, { get: (_, name) => `ink-${String(name)}` }) as Inks;

function panel(values: (number | null)[], provisional?: (number | null)[]): Panel {
  return { id: 'p', title: 'TTFT <b>', unit: 'ms', format: (value) => `${value} u`, lines: [{ label: 'p95 & more', ink: 'p95', values, provisional }] };
}

test('a line is drawn from its values, broken at gaps, and dashed where it is provisional', () => {
  const svg = panelsSvg({ title: 'run "1" & <x>', xs: [0, 10, 20, 30], range: [0, 30_000], inks: INKS, panels: [{ panel: panel([1, 2, null, null], [null, 2, null, 4]), marks: NO_MARKS, log: false }] });
  const paths = [...svg.matchAll(/<path d="([^"]+)"[^>]*>/g)].map((found) => [found[1]!.replace(/[\d.]+/g, 'n'), found[0].includes('stroke-dasharray')]);
  assert.deepEqual(paths, [
    ['Mn nhnLn n', false],
    ['Mn nhnMn nhn', true],
  ]);
  assert.match(svg, /stroke="ink-p95"/);
  assert.match(svg, /run &quot;1&quot; &amp; &lt;x&gt;/);
  assert.match(svg, /TTFT &lt;b&gt;, ms/);
  assert.doesNotMatch(svg, /<b>|NaN|undefined/);
});

test('breaches, steps and limits in view are drawn', () => {
  const marks = {
    ...NO_MARKS,
    breaches: [
      { number: 1, breach: {} as never, from: 5_000, until: 9_000 },
      { number: 2, breach: {} as never, from: 90_000, until: null },
    ],
    steps: [{ step: 1, load: 2, loadKind: 'RATE' as const, from: 0, until: null }],
    limits: [{ value: 3, label: 'limit 3' }],
    labelled: true,
  };
  const svg = panelsSvg({ title: 't', xs: [0, 30], range: [0, 30_000], inks: INKS, panels: [{ panel: panel([1, 4]), marks, log: false }] });
  assert.equal(svg.match(/fill="ink-breach"/g)?.length, 1);
  assert.equal(svg.match(/stroke="ink-step"/g)?.length, 1);
  assert.match(svg, />limit 3</);
  assert.match(svg, />2 req\/s</);
});

test('a log scale has powers of ten', () => {
  const svg = panelsSvg({ title: 't', xs: [0, 30], range: [0, 30_000], inks: INKS, panels: [{ panel: panel([20, 4_000]), marks: NO_MARKS, log: true }] });
  assert.deepEqual([...svg.matchAll(/>(\d+) u</g)].map((found) => Number(found[1])), [10, 100, 1_000, 10_000]);
});

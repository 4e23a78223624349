import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Alert, Mute, Pipeline } from '../src/api/operate-types';
import { webAddress } from '../src/components/alerts/links';
import { deadLetterMeaning, lagKind } from '../src/components/pipeline/meanings';
import { tableCsv } from '../src/components/document/csv';
import { inTheme, sizeOf } from '../src/components/document/svg';
import { bySubject, groupsOf, mutesOf, parkedOf } from '../src/state/alerts';
import { pipelineSentence } from '../src/state/pipeline';

function alert(fields: Partial<Alert>): Alert {
  return {
    team: 'perf', fingerprint: 'f', name: 'SloBreach', severity: 'ticket', state: 'FIRING', reason: '', labels: { phase: 'a', run: 'r' }, annotations: {},
    startsAt: '2026-11-26T10:00:00Z', endsAt: null, muted: false, deliveries: [], ...fields,
  };
}

function mute(fields: Partial<Mute>): Mute {
  return { team: 'perf', id: 'm', labels: { phase: 'a' }, from: '2026-11-26T10:00:00Z', until: '2026-11-26T11:00:00Z', reason: '', by: 'x', ...fields };
}

test('active alerts come by what they are; a muted one is not told as firing', () => {
  const firing = alert({});
  const pending = alert({ state: 'PENDING' });
  const muted = alert({ muted: true });
  const over = alert({ state: 'RESOLVED', muted: true });
  assert.deepEqual(groupsOf([over, muted, pending, firing]), { firing: [firing], pending: [pending], muted: [muted], over: [over] });
});

test('alerts of one experiment stand together, in the order in which they come', () => {
  const a = alert({ labels: { experiment: 'night' } });
  const b = alert({ labels: { experiment: 'day' } });
  const lost = alert({ labels: {} });
  const other = alert({ team: 'other', labels: { experiment: 'night' } });
  const again = alert({ labels: { experiment: 'night', run: 'r2' } });
  assert.deepEqual(bySubject([a, b, lost, other, again]), [
    { team: 'perf', experiment: 'night', alerts: [a, again] },
    { team: 'perf', experiment: 'day', alerts: [b] },
    { team: 'perf', experiment: null, alerts: [lost] },
    { team: 'other', experiment: 'night', alerts: [other] },
  ]);
});

test('a mute holds alerts of its team back that have all its labels, in its time', () => {
  const mutes = [mute({ id: 'yes' }), mute({ id: 'label', labels: { phase: 'b' } }), mute({ id: 'team', team: 'other' }), mute({ id: 'later', from: '2026-11-26T10:40:00Z' })];
  assert.deepEqual(mutesOf(alert({}), { now: '2026-11-26T10:30:00Z', alerts: [], mutes }).map((one) => one.id), ['yes']);
});

test('parked deliveries are found', () => {
  const delivery = { receiver: 'x', status: 'FIRING', state: 'PARKED', attempts: 1, error: 'HTTP 400', created: '', finished: null } as const;
  assert.deepEqual(parkedOf([alert({}), alert({ deliveries: [delivery, { ...delivery, state: 'SENT' }] })]).map((one) => one.delivery), [delivery]);
});

test('only addresses of the web are links', () => {
  assert.equal(webAddress('https://example.org/a'), 'https://example.org/a');
  for (const text of ['javascript:alert(1)', 'data:text/html,x', '/local', '', undefined]) {
    assert.equal(webAddress(text), null);
  }
});

test('the pipeline in one sentence', () => {
  const good: Pipeline = { now: '', feeds: [{ team: 'a', state: 'ready' }], sinks: [{ team: 'a', topic: 't', partitions: 2, behind: null }], deadLetters: [], problems: [] };
  assert.deepEqual(pipelineSentence(good), { tone: 'good', words: 'No problem is known; nothing waits to be stored.' });
  const bad: Pipeline = { ...good, feeds: [{ team: 'a', state: 'down' }], sinks: [{ ...good.sinks[0]!, behind: 1204 }], problems: ['x'] };
  assert.deepEqual(pipelineSentence(bad), { tone: 'warn', words: '1 problem, 1 team is not read; 1,204 records wait to be stored.' });
});

test('lag and dead letters have words, unknown codes too', () => {
  assert.deepEqual([null, 0, 3].map(lagKind), ['never', 'stored', 'behind']);
  assert.match(deadLetterMeaning('MALFORMED').means, /cut short/);
  assert.match(deadLetterMeaning('NEW_CODE').means, /could not be used/);
});

test('CSV quotes what needs it, and a name is no formula', () => {
  const cells = (...texts: string[]) => texts.map((text) => ({ text, tone: 'PLAIN' as const }));
  const table = { columns: [{ name: 'a', align: 'LEFT' as const }, { name: 'b, c', align: 'RIGHT' as const }], rows: [cells('=cmd()', '-18 %'), cells('say "x"', '+2.5'), cells('-flag', '@x')], notes: [] };
  assert.equal(tableCsv(table), 'a,"b, c"\r\n\'=cmd(),-18 %\r\n"say ""x""",+2.5\r\n\'-flag,\'@x\r\n');
});

test('a figure has the theme of the page and its own size', () => {
  const svg = '<svg height="360" viewBox="0 0 540 360" width="540"><style>@media screen and (prefers-color-scheme: dark) {a{}}</style></svg>';
  assert.match(inTheme(svg, 'dark'), /@media all \{a/);
  assert.match(inTheme(svg, 'light'), /@media not all \{a/);
  assert.deepEqual(sizeOf(svg), { width: 540, height: 360 });
  assert.deepEqual(sizeOf('<svg>'), { width: 540, height: 360 });
});

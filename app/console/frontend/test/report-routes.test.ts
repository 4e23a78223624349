import assert from 'node:assert/strict';
import { test } from 'node:test';
import { alertsView, comparisonOf, compareView, experimentView, fileAddress, historyPath, historyView, jsonAddress, pipelineView, reportOf, runReportView, soakView, tuneView } from '../src/api/report-paths';
import { parseRoute } from '../src/router/route';

function parse(address: string) {
  const url = new URL(address, 'http://console');
  return parseRoute(url.pathname, url.search);
}

const NAMES = ['javascript:alert(1)', '<script>', '../../etc/passwd?x=1#y', 'ניסוי 🚀', '100 %', 'a/b'];

test('lists have addresses, of one team or of all', () => {
  assert.deepEqual(parse('/experiments'), { page: 'experiments', team: null });
  assert.deepEqual(parse('/tunes?team=perf'), { page: 'tunes', team: 'perf' });
  assert.deepEqual(parse(alertsView('a b')), { page: 'alerts', team: 'a b' });
  assert.deepEqual(parse(pipelineView(null)), { page: 'pipeline', team: null });
});

test('any name survives its address', () => {
  for (const name of NAMES) {
    assert.deepEqual(parse(experimentView(name, name)), { page: 'experiment', team: name, experiment: name });
    assert.deepEqual(parse(tuneView(name, name)), { page: 'tune', team: name, tune: name, choice: { row: null, column: null, by: null, latency: null, under: null, configuration: null } });
    assert.deepEqual(parse(soakView({ team: name, run: name }, 'e2e')), { page: 'soak', key: { team: name, run: name }, metric: 'e2e' });
    assert.deepEqual(parse(runReportView({ team: name, run: name })), { page: 'run-report', key: { team: name, run: name } });
  }
});

test('the sides of a comparison keep their order', () => {
  const key = { team: 'perf', sides: ['chat/b', 'chat/a', '@night', NAMES[2]!], experiment: 'chat', allowMismatch: true };
  assert.deepEqual(parse(compareView(key)), { page: 'compare', key });
  assert.deepEqual(parse('/teams/perf/compare'), { page: 'compare', key: { team: 'perf', sides: [], experiment: null, allowMismatch: false } });
});

test('a report has one address as blocks and one as a file', () => {
  const comparison = comparisonOf({ team: 'a b', sides: ['x', 'y/z'], experiment: null, allowMismatch: false });
  assert.equal(jsonAddress(comparison), '/api/v1/teams/a%20b/comparison?side=x&side=y%2Fz');
  assert.equal(fileAddress(comparison), '/api/v1/teams/a%20b/comparison.html?side=x&side=y%2Fz');
  assert.equal(fileAddress(reportOf(runReportView({ team: 't', run: 'r' }))), '/api/v1/teams/t/runs/r/report.html');
});

test('what a history shows is in its address; what is none of its choices is not taken', () => {
  const key = { team: 't', experiment: 'e', metric: 'itl', quantile: 0.5, load: 12.5, from: '2026-11-01', until: '2026-11-26' };
  assert.deepEqual(parse(historyView(key)), { page: 'history', key });
  const usual = { page: 'history', key: { team: 't', experiment: 'e', metric: 'ttft', quantile: 0.99, load: null, from: null, until: null } };
  assert.deepEqual(parse(historyView({ team: 't', experiment: 'e' })), usual);
  assert.deepEqual(parse('/teams/t/experiments/e/history?metric=x&quantile=7&load=y&from=today&until=2026-13-01'), usual);
});

test('the days of a history are whole days in UTC', () => {
  const key = { team: 't', experiment: 'e', metric: 'itl', quantile: 0.5, load: null, from: '2026-11-01', until: '2026-11-26' };
  const asked = new URL(historyPath(key), 'http://console');
  assert.equal(asked.pathname, '/api/v1/teams/t/experiments/e/history');
  assert.equal(asked.searchParams.get('from'), '2026-11-01T00:00:00Z');
  assert.equal(asked.searchParams.get('until'), '2026-11-26T23:59:59.999Z');
  assert.equal(historyPath({ ...key, from: null, until: null }), '/api/v1/teams/t/experiments/e/history?metric=itl&quantile=0.5');
});

test('other paths of a team are unknown', () => {
  for (const path of ['/teams/t/tunes', '/teams/t/experiments/e/other', '/teams/t/other/x', '/experiments/x', '/teams//compare']) {
    assert.equal(parse(path).page, 'unknown', path);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiRunPath, nowView, runView } from '../src/api/paths';
import { parseRoute, viewQuery } from '../src/router/route';

function parse(address: string) {
  const url = new URL(address, 'http://console');
  return parseRoute(url.pathname, url.search);
}

test('pages have addresses', () => {
  assert.deepEqual(parse('/'), { page: 'now', team: null });
  assert.deepEqual(parse('/?team=perf'), { page: 'now', team: 'perf' });
  assert.deepEqual(parse('/runs?team=a&phase=b'), { page: 'runs', team: 'a', experiment: null, phase: 'b', text: null });
  assert.deepEqual(parse('/login'), { page: 'login' });
  assert.deepEqual(parse('/nothing/here'), { page: 'unknown', path: '/nothing/here' });
  assert.deepEqual(parse('/teams/a/runs'), { page: 'unknown', path: '/teams/a/runs' });
});

test('an address that cannot be decoded is unknown', () => {
  assert.equal(parseRoute('/teams/%E0%A4%A/runs/x', '').page, 'unknown');
});

test('any name of a run survives its address', () => {
  for (const run of ['javascript:alert(1)', '<script>', '../../etc/passwd?x=1#y', 'ניסוי 🚀', '100 %', 'a/b']) {
    const route = parse(runView({ team: 'perf', run }));
    assert.equal(route.page, 'run');
    assert.deepEqual(route.page === 'run' && route.key, { team: 'perf', run });
  }
});

test('a run cannot lead out of its own path', () => {
  assert.equal(apiRunPath({ team: 't', run: '//evil.example/x' }), '/api/v1/teams/t/runs/%2F%2Fevil.example%2Fx');
  assert.ok(runView({ team: 'javascript:x', run: 'y' }).startsWith('/teams/'));
});

test('what a run page shows is in its address and comes back from it', () => {
  const view = { metric: 'itl', step: 2, from: 1_764_158_400_000, until: 1_764_158_460_000, requestClass: 'chat', target: 'a b' };
  const route = parse(runView({ team: 't', run: 'r' }, viewQuery(view)));
  assert.deepEqual(route.page === 'run' && route.view, view);
});

test('what is not given or makes no sense is left out: steps count from 1', () => {
  const route = parse('/teams/t/runs/r?metric=evil&step=0&from=yesterday');
  assert.deepEqual(route.page === 'run' && route.view, { metric: null, step: null, from: null, until: null, requestClass: null, target: null });
  assert.equal(nowView(), '/');
  assert.equal(runView({ team: 't', run: 'r' }, { metric: null }), '/teams/t/runs/r');
});

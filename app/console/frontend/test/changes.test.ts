import assert from 'node:assert/strict';
import { test } from 'node:test';
import { annotationsPath, baselinesPath, mutesPath, objectivesPath, stopPath } from '../src/api/change-paths';
import type { Annotation } from '../src/api/change-types';
import type { Session } from '../src/api/types';
import { shortened } from '../src/charts/annotation-marks';
import { annotationsOf, labelWords, mayChange, mayChangeObjectives, mayStop, newId, typedTime } from '../src/state/changes';

function session(mayChangeThings: Session['mayChange']): Session {
  return { login: 'done', logins: { token: true, provider: null }, caller: 'x', teams: ['perf'], allTeams: false, mayChange: mayChangeThings, expires: null, now: '2026-11-26T10:00:00Z' };
}

function annotation(fields: Partial<Annotation>): Annotation {
  return { team: 'perf', id: 'a', at: '2026-11-26T10:00:00Z', text: 'new driver', target: null, experiment: null, run: null, by: 'x', setAt: '2026-11-26T10:00:00Z', ...fields };
}

test('what may be changed is said by the session, for each team', () => {
  const ofPerf = session({ allTeams: false, teams: ['perf'], objectives: [], stops: [] });
  assert.equal(mayChange(ofPerf, 'perf'), true);
  assert.equal(mayChange(ofPerf, 'other'), false);
  assert.equal(mayChangeObjectives(ofPerf, 'perf'), false);
  assert.equal(mayChange(session({ allTeams: true, teams: [], objectives: [], stops: [] }), 'other'), true);
  assert.equal(mayChangeObjectives(session({ allTeams: false, teams: [], objectives: ['perf'], stops: [] }), 'perf'), true);
  assert.equal(mayStop(ofPerf, 'perf'), false);
  assert.equal(mayStop(session({ allTeams: false, teams: [], objectives: [], stops: ['perf'] }), 'perf'), true);
  assert.equal(mayStop(null, 'perf'), false);
  assert.equal(mayChange(null, 'perf'), false);
});

test('an id has small letters and digits', () => {
  assert.match(newId(), /^[a-z0-9]{16}$/);
  assert.equal(newId((count) => new Uint8Array(count).fill(35)), 'z'.repeat(16));
});

test('annotations about something else are not shown; the oldest comes first', () => {
  const late = annotation({ id: 'late', at: '2026-11-26T11:00:00Z' });
  const all = [late, annotation({ id: 'team' }), annotation({ id: 'run', run: 'r1' }), annotation({ id: 'other run', run: 'r2' }), annotation({ id: 'other experiment', experiment: 'b' }), annotation({ id: 'target', target: 'gpu-1' }), annotation({ id: 'other target', target: 'gpu-2' })];
  const shown = annotationsOf(all, { experiment: 'a', run: 'r1', targets: ['gpu-1'] });
  assert.deepEqual(shown.map((one) => one.id), ['team', 'run', 'target', 'late']);
  const history = annotationsOf(all, { experiment: 'a', run: null, targets: null });
  assert.deepEqual(history.map((one) => one.id), ['team', 'run', 'other run', 'target', 'other target', 'late']);
});

test('a typed time is UTC', () => {
  assert.equal(typedTime(' 2026-11-26 12:03 '), '2026-11-26T12:03:00.000Z');
  assert.equal(typedTime('2026-11-26T12:03:05Z'), '2026-11-26T12:03:05.000Z');
  assert.equal(typedTime('noon'), null);
  assert.equal(typedTime('2026-13-26 12:03'), null);
});

test('names in addresses are escaped', () => {
  assert.equal(mutesPath('perf', 'a/b'), '/api/v1/teams/perf/mutes/a%2Fb');
  assert.equal(baselinesPath('perf'), '/api/v1/teams/perf/baselines');
  assert.equal(annotationsPath('a b', 'x'), '/api/v1/teams/a%20b/annotations/x');
  assert.equal(objectivesPath('perf', 'r?'), '/api/v1/teams/perf/runs/r%3F/objectives');
  assert.equal(stopPath('perf', 'a/b'), '/api/v1/teams/perf/runs/a%2Fb/stop');
});

test('labels are said, and long texts end in an ellipsis', () => {
  assert.equal(labelWords({}), '');
  assert.equal(labelWords({ a: '1', b: '2' }), ' that has a=1 and b=2');
  assert.equal(shortened('driver', (words) => words.length <= 6), 'driver');
  assert.equal(shortened('new driver', (words) => words.length <= 6), 'new d…');
});

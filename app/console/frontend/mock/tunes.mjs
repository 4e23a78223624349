/** Experiments and tunes of the mock. */

import { RUNS } from './world.mjs';

const STARTED = Date.now();
const iso = (minutes) => new Date(STARTED + minutes * 60_000).toISOString();

export function experiments() {
  const all = new Map();
  for (const run of [...RUNS].sort((a, b) => a.startedMs - b.startedMs)) {
    const key = `${run.team}\n${run.experiment}`;
    const one = all.get(key) ?? { team: run.team, experiment: run.experiment, phases: [], runs: 0, lastStarted: '' };
    one.phases = [...new Set([...one.phases, run.phase])];
    one.runs += 1;
    one.lastStarted = new Date(run.startedMs).toISOString();
    all.set(key, one);
  }
  const chat = all.get('perf\nchat-8b');
  chat.phases.push('cuda-graphs-off', 'max-seqs-512', 'העברה');
  return [...all.values()].sort((a, b) => b.lastStarted.localeCompare(a.lastStarted));
}

export function tunes() {
  const tune = (fields) => ({
    team: 'perf', tune: '01M8TUNE00000000000000001', experiment: 'chat-8b', target: 'vllm-0', mode: 'search', started: iso(-95), activity: 'RUNNING', description: '', planned: 0, ended: 7,
    infeasible: 1, expectedEnd: null, defaultPhase: 'default', winner: 'c-3', evidence: '11 req/s against 9 req/s, 2 of 2 pairs', at: iso(-1), ...fields,
  });
  return [
    tune({}),
    tune({ tune: '01M8TUNE00000000000000002', mode: 'sweep', planned: 12, ended: 5, infeasible: 2, expectedEnd: iso(70), winner: null, evidence: '', experiment: 'router' }),
    tune({ tune: '01M8TUNE00000000000000003', team: 'search', mode: 'sweep', planned: 8, ended: 8, activity: 'FINISHED', experiment: 'ניסוי עומס 🚀', winner: '"><b>c-8</b>', started: iso(-3000) }),
    tune({ tune: '01M8TUNE00000000000000004', team: 'search', mode: 'sweep', planned: 8, ended: 3, activity: 'FAILED', description: 'the server did not start 3 times in a row: CUDA out of memory', winner: null, evidence: '', started: iso(-4000) }),
    tune({ tune: '01M8TUNE00000000000000005', activity: 'STOPPED', description: 'stopped by ops@example.org', winner: null, evidence: '', started: iso(-9000) }),
  ];
}

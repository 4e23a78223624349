/** A history of the mock: 48 nights, slower since the 30th, with one run that has no value. */

import { noise } from './model.mjs';

const LOADS = [{ kind: 'RATE', load: 10 }, { kind: 'RATE', load: 6 }, { kind: 'CONCURRENCY', load: 32 }];
const NIGHT_MS = 86_400_000;
const SCALE = { ttft: 1, ttft_due: 1.05, tpot: 0.12, itl: 0.1, e2e: 14, e2e_due: 14.2, queue_time: 0.3 };

export function history({ experiment, phases }, query) {
  const metric = query.get('metric');
  const quantile = Number(query.get('quantile') ?? 0.99);
  const load = LOADS.find((one) => one.load === Number(query.get('load'))) ?? (query.get('load') ? { kind: 'RATE', load: Number(query.get('load')) } : LOADS[0]);
  const known = LOADS.some((one) => one.load === load.load);
  const from = Date.now() - 48 * NIGHT_MS;
  const all = known && metric !== 'queue_time' ? Array.from({ length: 48 }, (_, i) => point(i, from, phases, 180e6 * SCALE[metric] * (0.6 + quantile))) : [];
  const points = all.filter((one) => (query.get('from') ?? '') <= one.started && one.started <= (query.get('until') ?? '9'));
  const changes = all.length ? [{ at: all[30].started, run: all[30].run, before: 286e6 * SCALE[metric], after: 371e6 * SCALE[metric], p: 0.0004 }, { at: all[41].started, run: all[41].run, before: 371e6 * SCALE[metric], after: 300e6 * SCALE[metric], p: 0.012 }] : [];
  return { experiment, metric, quantile, loads: LOADS, load: known ? load : null, points, changes: changes.filter((change) => points.some((one) => one.run === change.run)) };
}

function point(i, from, phases, middle) {
  const value = middle * (1 + 0.08 * noise(i + 1)) * (i >= 30 && i < 41 ? 1.3 : 1);
  const lost = i === 17;
  return {
    run: `01M8CNEPWCQ4FG1ZHYQ3119${String(100 + i)}`,
    phase: phases[i % phases.length],
    started: new Date(from + i * NIGHT_MS).toISOString(),
    serverVersion: i < 30 ? 'vLLM 0.10.2' : 'vLLM 0.11.0',
    labels: { commit: `a${(7919 * (i + 3)).toString(16)}`, ...(i === 30 ? { 'סיבה': 'שדרוג <b>' } : {}) },
    value: lost ? null : value,
    low: lost ? null : value * 0.93,
    high: lost || i === 5 ? null : value * 1.09,
    count: 4200,
    verdict: i === 9 ? 'INVALID' : value > 1.25 * middle ? 'FAIL' : 'PASS',
  };
}

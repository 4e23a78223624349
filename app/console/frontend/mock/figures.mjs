/** Figures of the mock's tunes and soak. */

import { tunes } from './tunes.mjs';

const MS = 1e6;

export function tuneFigures(team, id) {
  const tune = tunes().find((one) => one.team === team && one.tune === id);
  if (!tune) {
    return null;
  }
  const parameters = [
    { name: 'kv-cache-dtype', values: ['default', 'fp8'] },
    { name: 'max-num-seqs', values: ['64', '128', '256', '512'] },
    { name: 'max-num-batched-tokens', values: ['2048', '8192', 'default'] },
  ];
  const configurations = [];
  parameters[0].values.forEach((kv, k) =>
    parameters[1].values.forEach((seqs, s) =>
      parameters[2].values.forEach((tokens, t) => {
        if ((k + s + t) % 4 === 3) {
          return;
        }
        configurations.push(configuration({ kv, seqs, tokens, k, s, t, number: configurations.length + 1 }));
      }),
    ),
  );
  configurations[0].isDefault = true;
  configurations[0].phase = 'default';
  return { tune: { ...tune, winner: tune.winner === null ? null : 'c-9' }, goal: 'held load', unit: 'req/s', lowerIsBetter: false, parameters, configurations };
}

function configuration({ kv, seqs, tokens, k, s, t, number }) {
  const failed = seqs === '512' && kv === 'default';
  const held = Math.round((6 + 2.2 * k + 1.6 * s - (s === 3 ? 2.5 : 0) + 0.7 * t) * 10) / 10;
  const ttft = (180 + 60 * s + 35 * t - 20 * k) * MS;
  const range = { kind: 'RATE', value: failed ? null : held, low: failed ? null : held - 0.4, high: failed ? null : held + 0.9 };
  const started = new Date(Date.now() - (95 - 4 * number) * 60_000).toISOString();
  return {
    phase: `c-${number}`,
    isDefault: false,
    under: '',
    values: { 'kv-cache-dtype': kv, 'max-num-seqs': seqs, 'max-num-batched-tokens': tokens },
    value: range.value,
    held: range,
    gpus: 1,
    tokensPerGpu: failed ? null : held * 210,
    at: failed ? null : { kind: 'RATE', load: Math.floor(held) },
    latencies: failed ? [] : [0.5, 0.95, 0.99].flatMap((q) => [latency('ttft', q, ttft * (0.5 + q * q)), latency('tpot', q, (18 + 3 * s) * MS * (0.7 + q / 2))]),
    starts: [
      {
        number,
        purpose: 'sweep',
        status: failed ? 'INFEASIBLE' : 'MEASURED',
        failure: failed ? 'OUT_OF_MEMORY' : '',
        description: failed ? 'the server ended before it was ready' : '',
        lastLines: failed ? ['INFO 11-26 12:00:01 engine.py:88 Initializing an LLM engine', 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB', "<script>alert('log')</script>"] : [],
        log: `/var/lib/tidemark/tunes/start-${number}.log`,
        command: `vllm serve llama-3.1-8b --max-num-seqs ${seqs} --kv-cache-dtype ${kv}`,
        runs: failed ? [] : ['01M8CNEPWCQ4FG1ZHYQ3119K36'],
        started,
        ended: new Date(Date.parse(started) + 200_000).toISOString(),
        startupSeconds: failed ? null : 42.5,
        value: range.value,
        held: range,
      },
    ],
  };
}

function latency(metric, quantile, value) {
  return { metric, quantile, value: Math.round(value), low: Math.round(value * 0.94), high: Math.round(value * 1.09) };
}

const HOUR_MS = 3_600_000;
const HOURS = 24 * 7 * 3;

/** Three weeks by the hour: slower from the second week on, with a restart and an alert. */
export function soak(run, metric) {
  const begin = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOURS * HOUR_MS;
  const at = (hour) => new Date(begin + hour * HOUR_MS).toISOString();
  const points = Array.from({ length: HOURS }, (_, hour) => {
    const day = 1 + 0.12 * Math.sin((hour / 24) * 2 * Math.PI);
    const base = (hour > 230 ? 165 : 120) * day * (1 + 0.04 * Math.sin(hour * 7.3)) * MS;
    return {
      segment: hour * 6,
      from: at(hour),
      until: at(hour + 1),
      due: 3600,
      ok: 3600 - (hour % 50 === 7 ? 40 : 2),
      p50Nanos: Math.round(base * 0.6),
      p95Nanos: Math.round(base * 1.3),
      p99Nanos: Math.round(base * (hour % 71 === 9 ? 3 : 1.8)),
      verdict: hour > 230 && hour < 280 ? 'FAIL' : 'PASS',
    };
  });
  let bad = 0;
  const left = points.map((point, hour) => {
    bad += point.due - point.ok + (hour > 230 && hour < 280 ? 900 : 40);
    return 1 - bad / (0.05 * 3600 * HOURS);
  });
  return {
    run,
    step: 1,
    load: { kind: 'RATE', load: 1 },
    metric,
    tier: 'HOUR',
    segments: HOURS * 6,
    standing: 'DEGRADED',
    points,
    budgets: [{ objective: 'ttft p95 < 250ms', kind: 'QUANTILE', allowed: 0.05, left }],
    marks: [
      { kind: 'CONFIGURATION', at: at(60), until: null, description: 'phase fp8 began: {kv-cache-dtype=fp8}' },
      { kind: 'TUNE', at: at(110), until: null, description: 'tune 01M8TUNE00000000000000001, winner c-3' },
      { kind: 'RESTART', at: at(228), until: at(229), description: 'the server restarted' },
      { kind: 'CHANGE', at: at(231), until: null, description: 'hours 232 to 504, latency drift: ttft p50 rose by 38 %' },
      { kind: 'ALERT', at: at(233), until: at(281), description: 'SoakDegraded, page' },
      { kind: 'BREACH', at: at(240), until: at(241), description: 'ttft p95 < 250ms' },
    ],
  };
}

/** The teams and runs of the mock, by the clock of this machine. */

import { breachSpans, LOADS, objectiveValue, STEP_MS, stepAt, windowAt, windowsBetween } from './model.mjs';

const STARTED = Date.now();

const OBJECTIVES = [
  { name: 'ttft-p95', kind: 'QUANTILE', metric: 'ttft', quantile: 0.95, limit: 300e6, windowSeconds: 60, requestClass: 'all' },
  { name: 'itl-p99', kind: 'QUANTILE', metric: 'itl', quantile: 0.99, limit: 60e6, windowSeconds: 60, requestClass: 'all' },
  { name: 'e2e-p50', kind: 'QUANTILE', metric: 'e2e', quantile: 0.5, limit: 4e9, windowSeconds: 60, requestClass: 'all' },
  { name: 'errors', kind: 'ERROR_RATIO', metric: null, quantile: null, limit: 0.01, windowSeconds: 60, requestClass: 'all' },
];

const SIGNALS = [
  ['engine.requests.running', 'running', 'requests'],
  ['engine.requests.waiting', 'waiting', 'requests'],
  ['engine.kv.usage_ratio', 'KV use', 'ratio'],
  ['engine.prefix.queries', 'prefix queries', 'tokens'],
  ['engine.prefix.hits', 'prefix hits', 'tokens'],
  ['engine.preemptions', 'preemptions', 'preemptions'],
  ['gpu.util_ratio', 'GPU use', 'ratio'],
  ['gpu.power', 'GPU power', 'watts'],
].map(([id, label, unit]) => ({ id, label, unit }));

const LONG = 'a-very-long-experiment-name-that-somebody-made-by-joining-every-flag-of-the-server-max-num-seqs-256-kv-cache-dtype-fp8-and-more';

function run(team, name, fields) {
  return {
    team,
    run: name,
    experiment: 'chat-8b',
    phase: 'baseline',
    status: 'ENDED',
    startedMs: STARTED - 3_600_000,
    objectives: OBJECTIVES,
    targets: [{ name: 'vllm-0', url: 'http://gpu-3:8000', model: 'meta-llama/Llama-3.1-8B-Instruct', serverVersion: 'vLLM 0.11.0' }],
    power: true,
    ...fields,
  };
}

export const RUNS = [
  run('perf', '2026-11-26-chat-8b-kv-fp8-1', { phase: 'kv-fp8', status: 'RUNNING', startedMs: STARTED - 540_000 }),
  run('perf', '2026-11-26-chat-8b-baseline-4', { labels: { gpu: 'H100', 'מיקום': 'חיפה' } }),
  run('perf', 'soak-7', { experiment: 'soak', phase: 'no-slo', status: 'RUNNING', startedMs: STARTED - 200_000, objectives: [], power: false }),
  run('perf', 'long-1', { experiment: 'soak', phase: 'five-hours', status: 'RUNNING', startedMs: STARTED - 5 * 3_600_000, objectives: [] }),
  run('perf', 'two-targets-1', {
    experiment: 'router',
    phase: 'two-replicas',
    status: 'ENDED',
    startedMs: STARTED - 7_200_000,
    targets: [
      { name: 'a', url: 'http://gpu-1:8000', model: 'Qwen/Qwen3-8B', serverVersion: null },
      { name: 'b', url: 'http://gpu-2:8000', model: 'Qwen/Qwen3-8B', serverVersion: 'vLLM 0.11.0' },
    ],
  }),
  run('infra', 'silent-1', { experiment: LONG, phase: 'silent', status: 'RUNNING', startedMs: STARTED - 260_000, silentFromMs: STARTED - 35_000 }),
  run('infra', 'lost-1', { experiment: 'night', phase: 'lost', status: 'LOST', startedMs: STARTED - 5_000_000 }),
  run('search', 'javascript:alert(1)', { experiment: 'ניסוי עומס 🚀', phase: '<script>alert(1)</script>', status: 'RUNNING', startedMs: STARTED - 400_000, silentFromMs: STARTED - 90_000 }),
  run('search', '../../etc/passwd?x=1#y', { experiment: '"><img src=x onerror=alert(1)>', phase: 'העברה', status: 'INVALID', startedMs: STARTED - 4_000_000 }),
  run('search', 'aborted-1', { experiment: 'quick', phase: 'one', probe: true, status: 'ABORTED', startedMs: STARTED - 2_000_000 }),
];

export const FEEDS = [
  { team: 'infra', state: 'ready' },
  { team: 'perf', state: 'ready' },
  { team: 'search', state: 'down' },
];

const lasts = (one) => one.status === 'RUNNING';

/** The last moment that anything is known of. */
export function known(one, now) {
  if (!lasts(one)) {
    return Math.min(now, one.startedMs + LOADS.length * STEP_MS);
  }
  return Math.min(now - 1000, one.silentFromMs ?? now);
}

export function summary(one) {
  const end = lasts(one) ? null : one.startedMs + LOADS.length * STEP_MS;
  return {
    team: one.team,
    run: one.run,
    experiment: one.experiment,
    phase: one.phase,
    probe: one.probe ?? false,
    status: one.status,
    started: new Date(one.startedMs).toISOString(),
    ended: end === null ? null : new Date(end).toISOString(),
  };
}

function held(one, step) {
  const judged = one.objectives.length > 0 && step > 0 && one.status !== 'INVALID';
  const upTo = judged ? LOADS[Math.min(step, 3) - 1] : null;
  const fails = judged && step > 3 ? LOADS[3] : null;
  return { heldKind: judged ? 'RATE' : null, heldUpTo: upTo, failsFrom: fails, heldLoad: !judged ? null : `${fails === null ? `at least ${upTo}` : `between ${upTo} and ${fails}`} req/s${lasts(one) ? ' so far' : ''}` };
}

/** A run of a list. */
export function listed(one) {
  const verdict = one.objectives.length === 0 ? 'UNKNOWN' : 'FAIL';
  return { ...summary(one), verdict: one.status === 'ENDED' ? verdict : null, ...held(one, LOADS.length), labels: one.labels ?? {} };
}

export function liveRun(one, now) {
  const at = Math.floor(known(one, now) / 2000) * 2000;
  const current = lasts(one) ? now : null;
  const spans = breachSpans(one, at);
  const open = lasts(one) ? spans.filter((span) => span.until === null) : [];
  const step = stepAt(one, at);
  const newest = (metric) => {
    const window = windowAt(one, metric, at, current);
    return { end: window.end, finality: window.finality, count: window.count, p50Nanos: window.p50Nanos, p95Nanos: window.p95Nanos, p99Nanos: window.p99Nanos };
  };
  return {
    ...summary(one),
    lastData: new Date(known(one, now)).toISOString(),
    model: one.targets[0].model,
    target: one.targets.length > 1 ? 'all targets' : one.targets[0].name,
    step: lasts(one) ? step + 1 : null,
    stepCount: LOADS.length,
    loadKind: 'RATE',
    load: lasts(one) ? LOADS[step] : null,
    inFlight: lasts(one) ? windowAt(one, 'ttft', at, current).inFlight : null,
    objectives: one.objectives.map((objective) => {
      const value = objective.name === 'e2e-p50' && step === 0 ? null : objectiveValue(objective, windowAt(one, objective.metric ?? 'ttft', at, current));
      const breached = objective.name === 'ttft-p95' && open.length > 0;
      return { ...objective, value, valueIsLowerBound: false, breached, since: breached ? new Date(open[0].from).toISOString() : null };
    }),
    openBreaches: open.length,
    breaches: spans.length,
    ...held(one, step),
    metrics: Object.fromEntries(['ttft', 'tpot', 'itl', 'e2e'].map((metric) => [metric, newest(metric)])),
    signals: windowAt(one, 'ttft', at, current).signals,
  };
}

function step(one, number, now) {
  const from = one.startedMs + number * STEP_MS;
  const end = from + STEP_MS;
  const over = end <= known(one, now);
  const windows = windowsBetween(one, 'ttft', from, Math.min(end, known(one, now)), null);
  const mean = (metric, name) => {
    const values = windowsBetween(one, metric, from, Math.min(end, known(one, now)), null).map((window) => window[name]);
    return values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : null;
  };
  const metric = (name) => ({
    count: LOADS[number] * 110,
    ...Object.fromEntries(['p50Nanos', 'p90Nanos', 'p95Nanos', 'p99Nanos', 'maxNanos'].map((field) => [field, mean(name, field)])),
  });
  const objectives = one.objectives.map((objective) => {
    const value = objective.kind === 'QUANTILE' ? mean(objective.metric, { 0.5: 'p50Nanos', 0.95: 'p95Nanos', 0.99: 'p99Nanos' }[objective.quantile]) : number === 5 ? 0.021 : 0;
    const low = value === null ? null : value * 0.93;
    const high = value === null || (number === 5 && objective.quantile === 0.99) ? null : value * 1.09;
    const verdict = !over || value === null ? 'UNKNOWN' : low > objective.limit ? 'FAIL' : high !== null && high < objective.limit ? 'PASS' : 'INCONCLUSIVE';
    return { objective: objective.name, kind: objective.kind, metric: objective.metric, quantile: objective.quantile, limit: objective.limit, verdict, value, low, high, count: LOADS[number] * 110 };
  });
  const verdicts = objectives.map((objective) => objective.verdict);
  const requests = Math.round((LOADS[number] * Math.min(known(one, now) - from, STEP_MS)) / 1000);
  const failed = number === 5 ? Math.round(requests * 0.021) : 0;
  const iso = (at) => new Date(at).toISOString();
  return {
    step: number + 1,
    loadKind: 'RATE',
    load: LOADS[number],
    target: one.targets[0].name,
    started: iso(from),
    measureFrom: iso(from + 10_000),
    measureUntil: over ? iso(end - 5_000) : null,
    ended: over ? iso(end) : null,
    finality: over ? (number === 1 ? 'INCOMPLETE' : 'FINAL') : 'PROVISIONAL',
    verdict: !over || verdicts.length === 0 ? null : verdicts.includes('FAIL') ? 'FAIL' : verdicts.includes('INCONCLUSIVE') ? 'INCONCLUSIVE' : 'PASS',
    requests,
    ok: requests - failed,
    outcomes: failed ? { OK: requests - failed, FIRST_TOKEN_TIMEOUT: failed - 1, HTTP_ERROR: 1 } : { OK: requests },
    breaches: breachSpans(one, known(one, now)).filter((span) => span.step === number + 1).length,
    metrics: windows.length ? Object.fromEntries(['ttft', 'tpot', 'itl', 'e2e'].map((name) => [name, metric(name)])) : {},
    objectives,
    flags: number === 1 ? ['The share of cached tokens was 41 % where 50 % were planned.'] : [],
  };
}

export function fullRun(one, now) {
  const steps = stepAt(one, known(one, now)) + 1;
  return {
    ...summary(one),
    invalidReasons: one.status === 'INVALID' ? ['the load generator fell behind its schedule by 1.2 s', 'answers <b>had</b> another length'] : [],
    lost: one.status === 'LOST' ? 'no event for 10 min' : null,
    targets: one.targets,
    objectives: one.objectives,
    steps: Array.from({ length: steps }, (_, number) => step(one, number, now)),
    ...held(one, steps),
    breachCount: breachSpans(one, known(one, now)).length,
    configuration: {
      flags: { '--max-num-seqs': '256', '--kv-cache-dtype': 'fp8', '--gpu-memory-utilization': '0.92', '--enable-prefix-caching': 'true' },
      labels: { gpu: 'H100', 'מיקום': 'חיפה' },
      comparedWith: one.phase === 'kv-fp8' ? { run: '2026-11-26-chat-8b-baseline-4', phase: 'baseline' } : null,
      changes: one.phase === 'kv-fp8' ? [{ name: '--kv-cache-dtype', before: 'auto', now: 'fp8' }, { name: '--max-num-seqs', before: null, now: '256' }] : [],
    },
    remarks: ['The server was restarted before the run.', 'הערה עם <script>alert(2)</script>'],
    command: `tidemark run --plan plans/chat-8b.yaml --slo slo/chat.yaml --phase ${one.phase}`,
    toolVersion: '1.3.0',
    signals: one.power ? SIGNALS : SIGNALS.slice(0, -1),
  };
}

export function breaches(one, now) {
  const words = (span) => `p95 of TTFT reached ${Math.round(span.worst / 1e6)} ms; its limit is 300 ms over 1 min.`;
  return breachSpans(one, known(one, now)).map((span, i) => {
    const closed = span.until ?? (lasts(one) ? null : known(one, now));
    return {
      breach: `b-${i}`,
      step: span.step,
      target: one.targets.length > 1 ? 'all targets' : one.targets[0].name,
      requestClass: 'all',
      objective: 'ttft-p95',
      metric: 'ttft',
      state: closed === null ? 'UPDATED' : 'CLOSED',
      evidence: closed === null ? 'PROVISIONAL' : 'FINAL',
      opened: new Date(span.from).toISOString(),
      updated: new Date(span.last ?? span.from).toISOString(),
      closed: closed === null ? null : new Date(closed).toISOString(),
      limit: 300e6,
      value: span.worst,
      worst: span.worst,
      worstIsLowerBound: i === 1,
      count: 600,
      windowSeconds: 60,
      description: words(span),
      correlationSummary: i === 0 ? 'The server: preemptions, 0 -> 3.1/s; KV use, 58 % -> 96 %; requests waiting, 0 -> 14. Not the client.' : 'The load: running batch, 29 -> 41. Signals of the server did not move.',
      correlatedSignals: [{ signal: 'engine.preemptions', before: 0, during: 3.1 }],
      rule: '',
      flapping: i === 1,
    };
  });
}

export function badRequests(one, objective) {
  const requests = Array.from({ length: 20 }, (_, i) => ({
    id: i === 3 ? '<b>req</b>-3' : `req-${1000 + i}`,
    step: 5,
    due: new Date(one.startedMs + 500_000 + i * 700).toISOString(),
    outcome: i < 4 ? 'FIRST_TOKEN_TIMEOUT' : 'OK',
    valueNanos: i < 4 ? null : (900 - 20 * i) * 1e6,
    error: i < 4 ? 'no token within 10 s' : null,
  }));
  return { objective, total: 214, requests };
}

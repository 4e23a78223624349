/** A simulated run as functions of time: nothing is stored, so that any moment can be asked for. */

export const STEP_MS = 120_000;
export const LOADS = [4, 6, 8, 10, 12, 14];
const SCALE = { ttft: 1, ttft_due: 1.02, tpot: 0.12, itl: 0.09, e2e: 14, e2e_due: 14.1, queue_time: 0.4 };

/** 0 to 1, the same for the same seed. */
export function noise(seed) {
  const x = Math.sin(seed * 12.9898) * 43758.5453;
  return x - Math.floor(x);
}

export function stepAt(run, at) {
  const step = Math.floor((at - run.startedMs) / STEP_MS);
  return Math.max(0, Math.min(step, LOADS.length - 1));
}

/** How far the server is over its load: preemptions and latency follow it. */
function pressure(run, at) {
  const step = stepAt(run, at);
  const inStep = Math.min(1, (at - run.startedMs - step * STEP_MS) / STEP_MS);
  if (step === 3) {
    return inStep > 0.4 && inStep < 0.75 ? 1 : 0.1;
  }
  return step === 4 ? 0.7 + 0.5 * inStep : step === 5 ? 1.4 + inStep : 0.02 * step;
}

function p50Millis(run, at) {
  const step = stepAt(run, at);
  return 90 + 9 * step + 70 * pressure(run, at) + 10 * noise(at / 1000);
}

export function isGap(run, at) {
  const since = at - run.startedMs;
  return since > 300_000 && since < 340_000;
}

export function windowAt(run, metric, at, now) {
  const scale = SCALE[metric] ?? 1;
  const p50 = p50Millis(run, at) * 1e6 * scale;
  const tail = 1 + 0.5 * noise(at / 777) + pressure(run, at) * 1.6;
  const step = stepAt(run, at);
  const kv = Math.min(0.99, 0.25 + 0.11 * step + 0.25 * pressure(run, at) + 0.02 * noise(at / 500));
  const preempts = pressure(run, at) > 0.6 ? 4 * pressure(run, at) * noise(at / 300) : 0;
  const signals = {
    'engine.requests.running': Math.round(8 + 7 * step + 6 * noise(at / 400)),
    'engine.requests.waiting': Math.round(22 * pressure(run, at) * noise(at / 350)),
    'engine.kv.usage_ratio': kv,
    'engine.prefix.queries': 4000 + 500 * step,
    'engine.prefix.hits': (4000 + 500 * step) * Math.max(0, 0.55 - 0.2 * pressure(run, at) * noise(at / 900)),
    'engine.preemptions': preempts,
    'gpu.util_ratio': Math.min(1, 0.45 + 0.09 * step + 0.05 * noise(at / 600)),
    ...(run.power ? { 'gpu.power': 240 + 55 * step + 20 * noise(at / 450) } : {}),
  };
  return {
    end: new Date(at).toISOString(),
    step: step + 1,
    target: run.targets.length > 1 ? 'all targets' : run.targets[0].name,
    finality: finality(run, at, now),
    count: Math.round(LOADS[step] * 10),
    p50Nanos: p50,
    p90Nanos: p50 * (1 + (tail - 1) * 0.6),
    p95Nanos: p50 * (1 + (tail - 1) * 0.85),
    p99Nanos: p50 * tail * 1.25,
    maxNanos: p50 * tail * 1.8,
    ended: Math.round(LOADS[step] * 10),
    failed: pressure(run, at) > 1.5 ? 3 : 0,
    outputTokens: LOADS[step] * 2000,
    inFlight: Math.round(10 + 8 * step + 24 * Math.min(pressure(run, at), 1.6)),
    signals,
  };
}

function finality(run, at, now) {
  if (now !== null && at > now - 25_000) {
    return 'PROVISIONAL';
  }
  const since = at - run.startedMs;
  return since > 200_000 && since < 216_000 ? 'INCOMPLETE' : 'FINAL';
}

/** All windows between, one each 2 s, without those of the gap. */
export function windowsBetween(run, metric, from, until, now) {
  const first = Math.max(run.startedMs + 12_000, from);
  const found = [];
  for (let at = Math.ceil(first / 2000) * 2000; at <= until; at += 2000) {
    if (!isGap(run, at)) {
      found.push(windowAt(run, metric, at, now));
    }
  }
  return found;
}

/** Keeps the windows with the smallest and the largest p99 of each interval. */
export function thin(windows, points) {
  if (windows.length <= points) {
    return windows;
  }
  const size = windows.length / (points / 2);
  const kept = new Set([windows[0], windows.at(-1)]);
  for (let from = 0; from < windows.length; from += size) {
    const part = windows.slice(Math.floor(from), Math.floor(from + size)).sort((a, b) => a.p99Nanos - b.p99Nanos);
    part.length && kept.add(part[0]).add(part.at(-1));
  }
  return windows.filter((window) => kept.has(window));
}

export function objectiveValue(objective, window) {
  if (objective.kind !== 'QUANTILE') {
    return window.count === 0 ? null : window.failed / window.count;
  }
  return objective.quantile === 0.99 ? window.p99Nanos : objective.quantile === 0.95 ? window.p95Nanos : window.p50Nanos;
}

/** Spans in which the p95 of TTFT is over its limit. */
export function breachSpans(run, until) {
  const spans = [];
  if (run.objectives.length === 0) {
    return spans;
  }
  let open = null;
  for (const window of windowsBetween(run, 'ttft', run.startedMs, until, null)) {
    const at = Date.parse(window.end);
    const over = window.p95Nanos > 300e6;
    if (over && !open) {
      open = { from: at, until: null, worst: window.p95Nanos, step: window.step };
      spans.push(open);
    } else if (over) {
      open.worst = Math.max(open.worst, window.p95Nanos);
      open.last = at;
    } else if (open && at - (open.last ?? open.from) > 14_000) {
      open.until = at;
      open = null;
    }
  }
  return spans;
}

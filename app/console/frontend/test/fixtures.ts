/** Windows, runs and steps with the values that a test cares about. */

import type { LiveObjective, LiveRun, Step, WindowPoint } from '../src/api/types';

export const NOON = Date.parse('2026-11-26T12:00:00Z');

export function iso(second: number): string {
  return new Date(NOON + second * 1000).toISOString();
}

export function window(second: number, fields: Partial<WindowPoint> = {}): WindowPoint {
  return {
    end: iso(second),
    step: 1,
    target: 'a',
    finality: 'FINAL',
    count: 100,
    p50Nanos: 1e8,
    p90Nanos: 2e8,
    p95Nanos: 2e8,
    p99Nanos: 3e8,
    maxNanos: 4e8,
    ended: 100,
    failed: 0,
    outputTokens: 1000,
    inFlight: 5,
    signals: {},
    ...fields,
  };
}

export function objective(fields: Partial<LiveObjective> = {}): LiveObjective {
  return {
    name: 'ttft-p95',
    kind: 'QUANTILE',
    metric: 'ttft',
    quantile: 0.95,
    limit: 300e6,
    windowSeconds: 60,
    requestClass: 'all',
    value: 212e6,
    valueIsLowerBound: false,
    breached: false,
    since: null,
    ...fields,
  };
}

export function liveRun(fields: Partial<LiveRun> = {}): LiveRun {
  return {
    team: 'perf',
    run: 'r1',
    experiment: 'chat',
    phase: 'base',
    probe: false,
    status: 'RUNNING',
    started: iso(0),
    ended: null,
    lastData: iso(100),
    model: 'm',
    target: 'a',
    step: 1,
    stepCount: 6,
    loadKind: 'RATE',
    load: 12,
    inFlight: 10,
    objectives: [objective()],
    openBreaches: 0,
    breaches: 0,
    heldKind: null,
    heldUpTo: null,
    failsFrom: null,
    heldLoad: null,
    metrics: {},
    signals: {},
    ...fields,
  };
}

export function step(number: number, fields: Partial<Step> = {}): Step {
  return {
    step: number,
    loadKind: 'RATE',
    load: 4 + 2 * number,
    target: 'a',
    started: iso(number * 60),
    measureFrom: iso(number * 60 + 5),
    measureUntil: iso(number * 60 + 55),
    ended: iso(number * 60 + 60),
    finality: 'FINAL',
    verdict: 'PASS',
    requests: 100,
    ok: 100,
    outcomes: { OK: 100 },
    breaches: 0,
    metrics: {},
    objectives: [],
    flags: [],
    ...fields,
  };
}

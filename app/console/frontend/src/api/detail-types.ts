/** Figures of a tune and of a soak, as openapi.yaml states them. */

import type { Load, Tune } from './report-types';
import type { LoadKind, Verdict } from './types';

export interface Held {
  kind: LoadKind;
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface TuneLatency {
  metric: string;
  quantile: number;
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface TuneStart {
  number: number;
  purpose: string;
  status: string;
  failure: string;
  description: string;
  lastLines: string[];
  log: string;
  command: string;
  runs: string[];
  started: string;
  ended: string | null;
  startupSeconds: number | null;
  value: number | null;
  held: Held;
}

export interface TuneConfiguration {
  phase: string;
  isDefault: boolean;
  under: string;
  values: Record<string, string>;
  value: number | null;
  held: Held;
  gpus: number;
  tokensPerGpu: number | null;
  at: Load | null;
  latencies: TuneLatency[];
  starts: TuneStart[];
}

export interface TuneParameter {
  name: string;
  values: string[];
}

export interface TuneFigures {
  tune: Tune;
  goal: string;
  unit: string;
  lowerIsBetter: boolean;
  parameters: TuneParameter[];
  configurations: TuneConfiguration[];
}

export interface SoakPoint {
  segment: number;
  from: string;
  until: string;
  due: number;
  ok: number;
  p50Nanos: number | null;
  p95Nanos: number | null;
  p99Nanos: number | null;
  verdict: Verdict;
}

export interface SoakBudget {
  objective: string;
  kind: string;
  allowed: number;
  left: (number | null)[];
}

export type SoakMarkKind = 'CHANGE' | 'RESTART' | 'BREACH' | 'ALERT' | 'TUNE' | 'CONFIGURATION';

export interface SoakMark {
  kind: SoakMarkKind;
  at: string;
  until: string | null;
  description: string;
}

export interface Soak {
  run: string;
  step: number;
  load: Load;
  metric: string;
  tier: 'SEGMENT' | 'HOUR' | 'DAY';
  segments: number;
  standing: string | null;
  points: SoakPoint[];
  budgets: SoakBudget[];
  marks: SoakMark[];
}

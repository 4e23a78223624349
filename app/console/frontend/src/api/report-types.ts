/** Reports, and the lists that lead to them, as openapi.yaml states them. */

import type { LoadKind, Verdict } from './types';

export type Tone = 'PLAIN' | 'GOOD' | 'BAD' | 'DOUBT' | 'MUTED';

export interface Column {
  name: string;
  align: 'LEFT' | 'RIGHT';
}

export interface Cell {
  text: string;
  tone: Tone;
}

export interface TableBlock {
  type?: 'table';
  columns: Column[];
  rows: Cell[][];
  /** What marks and words of its cells mean. */
  notes: string[];
}

export interface FigureBlock {
  type: 'figure';
  name: string;
  title: string;
  caption: string;
  svg: string;
  data: TableBlock;
}

export type Block =
  | { type: 'headline' | 'paragraph' | 'callout'; text: string; tone: Tone }
  | { type: 'bullets'; items: string[] }
  | (TableBlock & { type: 'table' })
  | { type: 'code' | 'heading'; text: string }
  | FigureBlock
  | { type: 'details'; title: string; blocks: Block[] };

export interface Section {
  title: string;
  blocks: Block[];
}

export interface ReportDocument {
  title: string;
  subtitle: string;
  summary: Block[];
  sections: Section[];
}

export interface Experiment {
  team: string;
  experiment: string;
  phases: string[];
  runs: number;
  lastStarted: string;
}

export interface Tune {
  team: string;
  tune: string;
  experiment: string;
  target: string;
  mode: string;
  started: string;
  activity: string;
  description: string;
  planned: number;
  ended: number;
  infeasible: number;
  expectedEnd: string | null;
  defaultPhase: string | null;
  winner: string | null;
  evidence: string;
  at: string;
}

export interface Load {
  kind: LoadKind;
  load: number;
}

export interface HistoryPoint {
  run: string;
  phase: string;
  started: string;
  serverVersion: string | null;
  labels: Record<string, string>;
  value: number | null;
  low: number | null;
  high: number | null;
  count: number;
  verdict: Verdict;
}

export interface ChangePoint {
  at: string;
  run: string;
  before: number;
  after: number;
  p: number;
}

export interface History {
  experiment: string;
  metric: string;
  quantile: number;
  loads: Load[];
  load: Load | null;
  points: HistoryPoint[];
  changes: ChangePoint[];
}

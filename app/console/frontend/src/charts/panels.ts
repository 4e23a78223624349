/** What each chart of a run shows, from its windows. Pure: no canvas, no colours but their names. */

import type { SignalInfo, WindowPoint } from '../api/types';
import { latency } from '../format/latency';
import { count, digits, share } from '../format/number';
import { metricLabel } from '../format/objective';
import type { Point } from '../state/windows';
import type { Ink } from './ink';

export type Value = number | null;

export interface Line {
  label: string;
  ink: Ink;
  values: Value[];
  /** The part that is not final yet, drawn dashed. */
  provisional?: Value[];
  thin?: boolean;
}

export interface Panel {
  id: string;
  title: string;
  unit: string;
  lines: Line[];
  format(value: number): string;
  /** A scale that must be in view, such as 1 of a share. */
  top?: number;
}

export interface Columns {
  /** Seconds, as the chart library wants them. */
  xs: number[];
  /** null where the line is broken. */
  points: (Point | null)[];
}

/** A break of the line is a row without values between two windows. */
export function columns(points: readonly Point[]): Columns {
  const xs: number[] = [];
  const rows: (Point | null)[] = [];
  let before: Point | undefined;
  for (const point of points) {
    if (point.gap && before) {
      xs.push((before.at + point.at) / 2000);
      rows.push(null);
    }
    xs.push(point.at / 1000);
    rows.push(point);
    before = point;
  }
  return { xs, points: rows };
}

type Pick = (window: WindowPoint) => number | null | undefined;

function values(rows: (Point | null)[], pick: Pick): Value[] {
  return rows.map((row) => (row ? (pick(row.window) ?? null) : null));
}

function signal(id: string): Pick {
  return (window) => window.signals[id];
}

export function isSettled(window: WindowPoint): boolean {
  return window.finality === 'FINAL' || window.finality === 'INCOMPLETE';
}

/** Splits a line into its final and its provisional part. They share the point where one ends and the other begins. */
function split(rows: (Point | null)[], all: Value[]): Pick2 {
  const settled = rows.map((row) => row !== null && isSettled(row.window));
  const final = all.map((value, i) => (settled[i] ? value : null));
  const provisional = all.map((value, i) => {
    const next = rows[i + 1];
    const joins = settled[i] && next !== undefined && next !== null && !settled[i + 1];
    return settled[i] && !joins ? null : value;
  });
  return { final, provisional };
}

interface Pick2 {
  final: Value[];
  provisional: Value[];
}

export function latencyPanel(rows: (Point | null)[], metric: string): Panel {
  const line = (label: string, ink: Ink, pick: Pick): Line => {
    const { final, provisional } = split(rows, values(rows, pick));
    return { label, ink, values: final, provisional };
  };
  return {
    id: 'latency',
    title: metricLabel(metric),
    unit: 'windows of 10 s',
    format: latency,
    lines: [
      line('p50', 'p50', (w) => w.p50Nanos),
      line('p95', 'p95', (w) => w.p95Nanos),
      line('p99', 'p99', (w) => w.p99Nanos),
    ],
  };
}

const RUNNING = 'engine.requests.running';
const WAITING = 'engine.requests.waiting';
const KV = 'engine.kv.usage_ratio';
const HITS = 'engine.prefix.hits';
const QUERIES = 'engine.prefix.queries';
const HIT_RATIO = 'engine.prefix.hit_ratio';
const PREEMPTIONS = 'engine.preemptions';
const GPU = 'gpu.util_ratio';
const POWER = 'gpu.power';

const prefixHits: Pick = (window) => {
  const queries = window.signals[QUERIES];
  const hits = window.signals[HITS];
  if (queries !== undefined && hits !== undefined && queries > 0) {
    return Math.min(1, hits / queries);
  }
  return window.signals[HIT_RATIO];
};

export interface SignalPanels {
  panels: Panel[];
  /** Titles of the panels that no window has data for. */
  absent: string[];
}

/** The panels of the requests and of the server's signals. Those without data are left out and named. */
export function signalPanels(rows: (Point | null)[], infos: SignalInfo[]): SignalPanels {
  const label = (id: string, words: string): string => infos.find((info) => info.id === id)?.label ?? words;
  const line = (words: string, ink: Ink, pick: Pick): Line => ({ label: words, ink, values: values(rows, pick) });
  const all: Panel[] = [
    {
      id: 'requests',
      title: 'Requests',
      unit: 'requests',
      format: count,
      lines: [
        line('in flight (client)', 'inFlight', (w) => w.inFlight),
        line(label(RUNNING, 'running'), 'running', signal(RUNNING)),
        line(label(WAITING, 'waiting'), 'waiting', signal(WAITING)),
      ],
    },
    {
      id: 'shares',
      title: 'KV cache, prefix hits, GPU',
      unit: '% of each',
      format: share,
      top: 1,
      lines: [
        line(label(KV, 'KV use'), 'kv', signal(KV)),
        line('prefix hits', 'prefix', prefixHits),
        line(label(GPU, 'GPU use'), 'gpu', signal(GPU)),
      ],
    },
    {
      id: 'preemptions',
      title: 'Preemptions',
      unit: 'per second',
      format: (value) => `${digits(value)}/s`,
      lines: [line(label(PREEMPTIONS, 'preemptions'), 'preemptions', signal(PREEMPTIONS))].filter(hasMoreThanZero),
    },
    {
      id: 'power',
      title: 'GPU power',
      unit: 'W',
      format: (value) => `${digits(value)} W`,
      lines: [line(label(POWER, 'GPU power'), 'power', signal(POWER))],
    },
  ];
  const shown = all.map((panel) => ({ ...panel, lines: panel.lines.filter(hasValues) }));
  return {
    panels: shown.filter((panel) => panel.lines.length > 0),
    absent: shown.filter((panel) => panel.lines.length === 0).map((panel) => panel.title),
  };
}

function hasValues(line: Line): boolean {
  return line.values.some((value) => value !== null);
}

function hasMoreThanZero(line: Line): boolean {
  return line.values.some((value) => value !== null && value > 0);
}

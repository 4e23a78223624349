/** What the charts of a tune show, from its figures. Pure. */

import type { TuneConfiguration, TuneFigures, TuneLatency } from '../api/detail-types';
import { latency } from '../format/latency';
import { digits, loadUnit } from '../format/number';
import { metricLabel, quantileLabel } from '../format/objective';

/** A value with what is known of where the truth lies; null is unknown or unbounded. */
export interface Figure {
  value: number | null;
  low: number | null;
  high: number | null;
}

/** A figure that configurations are ranked by. */
export interface Objective {
  id: string;
  label: string;
  unit: string;
  lowerIsBetter: boolean;
  of(configuration: TuneConfiguration): Figure;
  format(value: number): string;
}

const NONE: Figure = { value: null, low: null, high: null };

export function objectivesOf(tune: TuneFigures): Objective[] {
  const kind = tune.configurations.find((one) => one.held.kind !== 'UNKNOWN')?.held.kind ?? null;
  const all: Objective[] = [
    { id: 'held', label: 'held load', unit: loadUnit(kind), lowerIsBetter: false, of: (one) => one.held, format: digits },
    { id: 'goal', label: tune.goal, unit: tune.unit, lowerIsBetter: tune.lowerIsBetter, of: (one) => ({ ...NONE, value: one.value }), format: digits },
    { id: 'tokens', label: 'output tokens/s per GPU', unit: '', lowerIsBetter: false, of: (one) => ({ ...NONE, value: one.tokensPerGpu }), format: digits },
    ...latencyObjectives(tune),
  ];
  const known = all.filter((one) => tune.configurations.some((configuration) => one.of(configuration).value !== null));
  return known.filter((one) => one.id !== 'goal' || tune.goal !== 'held load');
}

/** Each latency and percentile that a configuration has. */
export function latencyObjectives(tune: TuneFigures): Objective[] {
  const ids = new Map<string, TuneLatency>();
  tune.configurations.flatMap((one) => one.latencies).forEach((one) => ids.set(latencyId(one), one));
  return [...ids].map(([id, sample]) => ({
    id,
    label: `${metricLabel(sample.metric)} ${quantileLabel(sample.quantile)}`,
    unit: '',
    lowerIsBetter: true,
    of: (one) => one.latencies.find((other) => latencyId(other) === id) ?? NONE,
    format: latency,
  }));
}

function latencyId({ metric, quantile }: TuneLatency): string {
  return `${metric}-${quantile}`;
}

export interface MatrixCell {
  /** The best configuration with both values; null where none was measured. */
  best: TuneConfiguration | null;
  figure: Figure;
  /** 0 is the worst of the matrix, 1 the best; null without a value. */
  rank: number | null;
  /** Why nothing was measured; empty where nothing was tried. */
  failure: string;
}

export interface Matrix {
  rows: string[];
  columns: string[];
  cells: MatrixCell[][];
  worst: number | null;
  best: number | null;
}

export function matrixOf(tune: TuneFigures, [row, column]: [string, string], objective: Objective): Matrix {
  const values = (name: string): string[] => tune.parameters.find((one) => one.name === name)?.values ?? [];
  const cells = values(row).map((r) => values(column).map((c) => cellOf(tune.configurations.filter((one) => one.values[row] === r && one.values[column] === c), objective)));
  const known = cells.flat().flatMap((cell) => (cell.figure.value === null ? [] : [cell.figure.value]));
  const [low, high] = known.length === 0 ? [null, null] : [Math.min(...known), Math.max(...known)];
  const ranked = cells.map((line) => line.map((cell) => ({ ...cell, rank: rankOf(cell.figure.value, low, high, objective.lowerIsBetter) })));
  return { rows: values(row), columns: values(column), cells: ranked, worst: objective.lowerIsBetter ? high : low, best: objective.lowerIsBetter ? low : high };
}

function cellOf(configurations: TuneConfiguration[], objective: Objective): MatrixCell {
  const measured = configurations.filter((one) => objective.of(one).value !== null).sort(byObjective(objective));
  const best = measured[0] ?? null;
  const failure = configurations.flatMap((one) => one.starts).find((start) => start.failure !== '')?.failure ?? '';
  return { best, figure: best ? objective.of(best) : NONE, rank: null, failure: best ? '' : failure };
}

function byObjective(objective: Objective): (a: TuneConfiguration, b: TuneConfiguration) => number {
  const sign = objective.lowerIsBetter ? 1 : -1;
  return (a, b) => sign * ((objective.of(a).value ?? 0) - (objective.of(b).value ?? 0));
}

function rankOf(value: number | null, low: number | null, high: number | null, lowerIsBetter: boolean): number | null {
  if (value === null || low === null || high === null) {
    return null;
  }
  const rank = high === low ? 1 : (value - low) / (high - low);
  return lowerIsBetter && high !== low ? 1 - rank : rank;
}

export interface ParetoPoint {
  configuration: TuneConfiguration;
  held: Figure;
  latency: Figure;
  /** Nothing holds as much and is faster, or is as fast and holds more. */
  front: boolean;
}

/** By latency. */
export function paretoOf(tune: TuneFigures, objective: Objective): ParetoPoint[] {
  const points = tune.configurations
    .map((configuration) => ({ configuration, held: configuration.held as Figure, latency: objective.of(configuration), front: false }))
    .filter((point) => point.held.value !== null && point.latency.value !== null)
    .sort((a, b) => a.latency.value! - b.latency.value! || b.held.value! - a.held.value!);
  let best = -Infinity;
  return points.map((point) => {
    const front = point.held.value! > best;
    best = Math.max(best, point.held.value!);
    return { ...point, front };
  });
}

export interface Axis {
  id: string;
  label: string;
  /** Where a configuration is, 0 to 1; null where it has no value. */
  place(configuration: TuneConfiguration): number | null;
  words(configuration: TuneConfiguration): string;
  ticks: { place: number; words: string }[];
}

/** An axis for each parameter, then for held load and latency. */
export function axesOf(tune: TuneFigures, latencyOf: Objective | null): Axis[] {
  const held = objectivesOf(tune).find((one) => one.id === 'held');
  const parameters = tune.parameters.map(({ name, values }): Axis => {
    const at = (value: string): number | null => (values.includes(value) ? spread(values.indexOf(value), values.length) : null);
    return {
      id: name,
      label: name,
      place: (one) => at(one.values[name] ?? ''),
      words: (one) => one.values[name] ?? '–',
      ticks: values.map((value) => ({ place: at(value)!, words: value })),
    };
  });
  return [...parameters, ...[held, latencyOf].flatMap((one) => (one ? [figureAxis(tune, one)] : []))];
}

function spread(index: number, count: number): number {
  return count < 2 ? 0.5 : index / (count - 1);
}

function figureAxis(tune: TuneFigures, objective: Objective): Axis {
  const known = tune.configurations.flatMap((one) => objective.of(one).value ?? []);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const at = (value: number): number => (high === low ? 0.5 : (value - low) / (high - low));
  return {
    id: objective.id,
    label: objective.unit ? `${objective.label}, ${objective.unit}` : objective.label,
    place: (one) => (objective.of(one).value === null ? null : at(objective.of(one).value!)),
    words: (one) => figureWords(objective, objective.of(one)),
    ticks: known.length === 0 ? [] : [...new Set([low, (low + high) / 2, high])].map((value) => ({ place: at(value), words: objective.format(value) })),
  };
}

/** Parts of axes that are brushed: what lies outside of one is not shown. */
export type Brushes = ReadonlyMap<string, [number, number]>;

const EDGE = 1e-9;

export function isBrushed(axes: Axis[], brushes: Brushes, configuration: TuneConfiguration): boolean {
  return axes.every((axis) => {
    const brush = brushes.get(axis.id);
    const place = axis.place(configuration);
    return !brush || (place !== null && place >= brush[0] - EDGE && place <= brush[1] + EDGE);
  });
}

/** "5 (5 to 6)". */
export function figureWords(objective: Objective, figure: Figure): string {
  if (figure.value === null) {
    return '–';
  }
  const value = objective.format(figure.value);
  return figure.low === null && figure.high === null ? value : `${value} (${intervalWords(objective, figure)})`;
}

export function intervalWords(objective: Objective, { low, high }: Figure): string {
  return `${low === null ? '…' : objective.format(low)} to ${high === null ? '…' : objective.format(high)}`;
}

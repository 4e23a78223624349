/** Counts, shares, loads and signals with their units, as io.tidemark.schemas.ValueText writes them. */

import type { LoadKind } from '../api/types';

const PLAIN = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });
const DIGITS = 3;
/** A load was asked for, and is no measurement. */
const LOAD_DIGITS = 5;
const MIN_PERCENT = 0.01;

export function count(value: number): string {
  return PLAIN.format(Math.round(value));
}

/** 0.432, 44.1, 849, 1,230 */
export function digits(value: number, significant = DIGITS): string {
  if (!Number.isFinite(value)) {
    return Number.isNaN(value) ? 'n/a' : 'unbounded';
  }
  return PLAIN.format(Number(value.toPrecision(significant)));
}

/** A share of 0 to 1 as per cent. A share that is not 0 never reads as 0 %. */
export function share(value: number): string {
  const percent = value * 100;
  return percent !== 0 && Math.abs(percent) < MIN_PERCENT ? `< ${MIN_PERCENT} %` : `${digits(percent)} %`;
}

export function loadUnit(kind: LoadKind | null): string {
  return kind === 'CONCURRENCY' ? 'concurrent' : kind === 'RATE' ? 'req/s' : '';
}

export function load(value: number, kind: LoadKind | null): string {
  return kind === 'RATE' && value === 0 ? 'all at once' : `${digits(value, LOAD_DIGITS)} ${loadUnit(kind)}`.trim();
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

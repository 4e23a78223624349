/** Counts, shares, loads and signals with their units. */

import type { LoadKind } from '../api/types';

const GROUPED = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const SHORT = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3, useGrouping: false });
const DECIMAL = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

export function count(value: number): string {
  return GROUPED.format(value);
}

export function decimal(value: number): string {
  return DECIMAL.format(value);
}

export function short(value: number): string {
  return Math.abs(value) >= 1000 ? GROUPED.format(value) : SHORT.format(value);
}

/** A share of 0 to 1 as per cent. A share that is not 0 never reads as 0 %. */
export function share(value: number): string {
  const percent = value * 100;
  if (percent !== 0 && Math.abs(percent) < 0.01) {
    return '< 0.01 %';
  }
  return `${Math.abs(percent) >= 9.95 ? percent.toFixed(0) : SHORT.format(percent)} %`;
}

export function loadUnit(kind: LoadKind | null): string {
  return kind === 'CONCURRENCY' ? 'concurrent' : kind === 'RATE' ? 'req/s' : '';
}

export function load(value: number, kind: LoadKind | null): string {
  return `${decimal(value)} ${loadUnit(kind)}`.trim();
}

/** A value of a signal in the unit that the API names. */
export function inUnit(value: number, unit: string): string {
  switch (unit) {
    case 'ratio':
      return share(value);
    case 'watts':
      return `${short(value)} W`;
    case 'bytes':
      return `${short(value / 2 ** 30)} GiB`;
    case 'hertz':
      return `${short(value / 1e6)} MHz`;
    case 'celsius':
      return `${short(value)} °C`;
    case 'seconds':
      return `${short(value)} s`;
    default:
      return unit ? `${short(value)} ${unit}` : short(value);
  }
}

export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Latencies as io.tidemark.schemas.ValueText writes them: three significant digits, from ten seconds on in seconds. */

import { digits } from './number';

const NANOS_PER_MS = 1e6;
const SECONDS_FROM_MS = 10_000;

export function latency(nanos: number): string {
  const ms = nanos / NANOS_PER_MS;
  return Math.abs(ms) >= SECONDS_FROM_MS ? `${digits(ms / 1000)} s` : `${digits(ms)} ms`;
}

export function maybeLatency(nanos: number | null | undefined): string {
  return nanos === null || nanos === undefined ? '–' : latency(nanos);
}

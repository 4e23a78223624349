/** Latencies as people read them: three digits and a unit. */

const NANOS_PER_MS = 1e6;

export function latency(nanos: number): string {
  const ms = nanos / NANOS_PER_MS;
  const size = Math.abs(ms);
  if (size === 0) {
    return '0 ms';
  }
  if (size < 0.0995) {
    return `${(ms * 1000).toFixed(size < 0.00995 ? 1 : 0)} µs`;
  }
  if (size < 999.5) {
    return `${ms.toFixed(size < 0.995 ? 2 : size < 9.95 ? 1 : 0)} ms`;
  }
  const seconds = ms / 1000;
  const digits = size < 9_995 ? 2 : size < 99_950 ? 1 : 0;
  return `${seconds.toFixed(digits)} s`;
}

export function maybeLatency(nanos: number | null | undefined): string {
  return nanos === null || nanos === undefined ? '–' : latency(nanos);
}

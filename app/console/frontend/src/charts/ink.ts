/** Colours of the charts: the style sheet has them, one set for each theme. */

const NAMES = {
  p50: '--series-1',
  p95: '--series-2',
  p99: '--series-3',
  inFlight: '--series-1',
  running: '--series-4',
  waiting: '--series-2',
  kv: '--series-1',
  prefix: '--series-4',
  gpu: '--series-3',
  preemptions: '--series-5',
  power: '--series-2',
  grid: '--chart-grid',
  text: '--text-dim',
  strong: '--text',
  limit: '--chart-limit',
  breach: '--chart-breach',
  breachEdge: '--chart-breach-edge',
  step: '--chart-step',
  surface: '--surface',
} as const;

export type Ink = keyof typeof NAMES;
export type Inks = Record<Ink, string>;

export function readInks(): Inks {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(NAMES).map(([ink, name]) => [ink, style.getPropertyValue(name).trim() || '#888888']);
  return Object.fromEntries(entries) as Inks;
}

export function inkVariable(ink: Ink): string {
  return `var(${NAMES[ink]})`;
}

/** A small line of the last minutes. A silence breaks it. */

export interface SparklineProps {
  /** What is drawn, in words. */
  label: string;
  values: readonly { at: number; value: number }[];
  now: number;
  limit: number | null;
  words(value: number): string;
}

const WIDTH = 120;
const HEIGHT = 28;
const SPAN_MS = 10 * 60_000;
const GAP_MS = 20_000;

export function Sparkline({ label, values, now, limit, words }: SparklineProps) {
  const shown = values.filter((one) => one.at > now - SPAN_MS);
  const last = shown[shown.length - 1];
  if (!last || shown.length < 2) {
    return <span class="spark-empty">{label}: collecting</span>;
  }
  const from = Math.min(shown[0]!.at, now - 60_000);
  const top = Math.max(...shown.map((one) => one.value), limit ?? 0) * 1.05 || 1;
  const x = (at: number): number => ((at - from) / (now - from)) * WIDTH;
  const y = (value: number): number => HEIGHT - (value / top) * HEIGHT;
  const path = shown.map((one, i) => `${i === 0 || one.at - shown[i - 1]!.at > GAP_MS ? 'M' : 'L'}${x(one.at).toFixed(1)} ${y(one.value).toFixed(1)}`);
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`${label} of the last minutes, now ${words(last.value)}`}>
      {limit !== null && <line class="spark-limit" x1="0" x2={WIDTH} y1={y(limit)} y2={y(limit)} />}
      <path class="spark-line" d={path.join('')} />
    </svg>
  );
}

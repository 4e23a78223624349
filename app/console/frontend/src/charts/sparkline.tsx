/** A small line of the last minutes. A silence breaks it. */

import type { Sample } from '../state/now';
import { latency } from '../format/latency';

const WIDTH = 120;
const HEIGHT = 28;
const SPAN_MS = 10 * 60_000;
const GAP_MS = 20_000;

export function Sparkline({ samples, now, limit }: { samples: readonly Sample[]; now: number; limit: number | null }) {
  const shown = samples.filter((sample) => sample.at > now - SPAN_MS);
  const last = shown[shown.length - 1];
  if (!last || shown.length < 2) {
    return <span class="spark-empty">TTFT p99: collecting</span>;
  }
  const from = Math.min(shown[0]!.at, now - 60_000);
  const top = Math.max(...shown.map((sample) => sample.p99Nanos), limit ?? 0) * 1.05;
  const x = (at: number): number => ((at - from) / (now - from)) * WIDTH;
  const y = (value: number): number => HEIGHT - (value / top) * HEIGHT;
  const path = shown.map((sample, i) => `${i === 0 || sample.at - shown[i - 1]!.at > GAP_MS ? 'M' : 'L'}${x(sample.at).toFixed(1)} ${y(sample.p99Nanos).toFixed(1)}`);
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`TTFT p99 of the last minutes, now ${latency(last.p99Nanos)}`}>
      {limit !== null && <line class="spark-limit" x1="0" x2={WIDTH} y1={y(limit)} y2={y(limit)} />}
      <path class="spark-line" d={path.join('')} />
    </svg>
  );
}

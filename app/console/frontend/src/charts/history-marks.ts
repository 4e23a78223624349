/** Draws the runs of a history: intervals as whiskers, values as symbols, change points as vertical marks. */

import type uPlot from 'uplot';
import type { ChangePoint, HistoryPoint } from '../api/report-types';
import { latency } from '../format/latency';
import { millis } from '../format/time';
import type { Inks } from './ink';
import { outline, type PhaseSymbol } from './history-symbols';

export interface HistoryMarks {
  points: HistoryPoint[];
  changes: ChangePoint[];
  symbols: Map<string, PhaseSymbol>;
  /** Place of the point at the cursor. */
  chosen: number | null;
}

const SYMBOL = 5;
const CHOSEN_SYMBOL = 7;

function ratio(): number {
  return devicePixelRatio || 1;
}

/** Words that have no room are only in the list beneath. */
export function drawChanges(u: uPlot, marks: HistoryMarks, inks: Inks): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.font = `${11 * ratio()}px system-ui, sans-serif`;
  ctx.textBaseline = 'bottom';
  let free = -Infinity;
  for (const change of marks.changes) {
    const x = Math.round(u.valToPos(millis(change.at) / 1000, 'x', true)) + 0.5;
    ctx.strokeStyle = inks.strong;
    ctx.lineWidth = 1.5 * ratio();
    ctx.setLineDash([5 * ratio(), 4 * ratio()]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.setLineDash([]);
    const words = `${latency(change.before)} → ${latency(change.after)}`;
    const half = ctx.measureText(words).width / 2;
    const middle = Math.min(Math.max(x, bbox.left + half), bbox.left + bbox.width - half);
    ctx.textAlign = 'center';
    ctx.fillStyle = change.after > change.before ? inks.limit : inks.running;
    if (middle - half > free) {
      ctx.fillText(words, middle, bbox.top - 3 * ratio());
      free = middle + half + 6 * ratio();
    }
  }
  ctx.restore();
}

export function drawPoints(u: uPlot, marks: HistoryMarks, inks: Inks): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left - 8 * ratio(), bbox.top, bbox.width + 16 * ratio(), bbox.height);
  ctx.clip();
  marks.points.forEach((point, i) => {
    const symbol = marks.symbols.get(point.phase)!;
    const x = u.valToPos(millis(point.started) / 1000, 'x', true);
    drawWhisker(u, point, x, inks[symbol.ink]);
    const y = point.value === null ? bbox.top + 8 * ratio() : u.valToPos(point.value, 'y', true);
    drawSymbol(u, { x, y }, symbol, { color: inks[symbol.ink], ground: inks.surface, chosen: i === marks.chosen, hollow: isDoubtful(point) });
  });
  ctx.restore();
}

/** An invalid or unjudged run is drawn hollow, one without a value at the top. */
export function isDoubtful(point: HistoryPoint): boolean {
  return point.value === null || point.verdict === 'INVALID';
}

/** An end that is not known reaches the edge. */
function drawWhisker(u: uPlot, point: HistoryPoint, x: number, color: string): void {
  const { ctx, bbox } = u;
  const low = point.low === null ? bbox.top + bbox.height : u.valToPos(point.low, 'y', true);
  const high = point.high === null ? bbox.top : u.valToPos(point.high, 'y', true);
  const cap = 3 * ratio();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.25 * ratio();
  ctx.globalAlpha = 0.75;
  ctx.beginPath();
  ctx.moveTo(x, low);
  ctx.lineTo(x, high);
  for (const [known, y] of [[point.low, low], [point.high, high]] as const) {
    if (known !== null) {
      ctx.moveTo(x - cap, y);
      ctx.lineTo(x + cap, y);
    }
  }
  ctx.stroke();
  ctx.globalAlpha = 1;
}

function drawSymbol(u: uPlot, at: { x: number; y: number }, symbol: PhaseSymbol, look: { color: string; ground: string; chosen: boolean; hollow: boolean }): void {
  const { ctx } = u;
  const path = new Path2D(outline(symbol.shape, (look.chosen ? CHOSEN_SYMBOL : SYMBOL) * ratio()));
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.fillStyle = look.hollow ? look.ground : look.color;
  ctx.strokeStyle = look.hollow ? look.color : look.ground;
  ctx.lineWidth = (look.hollow ? 2 : 1) * ratio();
  ctx.fill(path);
  ctx.stroke(path);
  ctx.restore();
}

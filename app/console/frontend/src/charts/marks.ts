/** What is drawn around the lines: breaches, steps, limits, incomplete windows, windows with failed requests, and that a run is INVALID. */

import type uPlot from 'uplot';
import type { NumberedBreach, StepSpan } from '../state/breaches';
import { load } from '../format/number';
import type { Annotation } from '../api/change-types';
import { drawAnnotations } from './annotation-marks';
import type { Inks } from './ink';

export interface Limit {
  value: number;
  label: string;
}

export interface Marks {
  breaches: NumberedBreach[];
  steps: StepSpan[];
  limits: Limit[];
  /** Ends of incomplete windows, in milliseconds. */
  incomplete: number[];
  /** Ends of windows in which requests were not OK, in milliseconds. */
  failed: number[];
  /** Why the figures must not be compared; null where they may. */
  invalid: string | null;
  annotations: Annotation[];
  /** Where an open breach ends on the chart, in milliseconds. */
  now: number;
  /** Loads are written at the steps of the first chart only. */
  labelled: boolean;
}

export const NO_MARKS: Marks = { breaches: [], steps: [], limits: [], incomplete: [], failed: [], invalid: null, annotations: [], now: 0, labelled: false };

const FONT = '11px system-ui, sans-serif';

function ratio(): number {
  return devicePixelRatio || 1;
}

function font(): string {
  return FONT.replace('11', String(11 * ratio()));
}

function clipped(u: uPlot, draw: (ctx: CanvasRenderingContext2D) => void): void {
  const { ctx, bbox } = u;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw(ctx);
  ctx.restore();
}

/** Under the lines. */
export function drawUnder(u: uPlot, marks: Marks, inks: Inks): void {
  clipped(u, (ctx) => {
    ctx.fillStyle = inks.breach;
    for (const breach of marks.breaches) {
      const [left, width] = extent(u, breach, marks.now);
      ctx.fillRect(left, u.bbox.top, width, u.bbox.height);
    }
    drawSteps(u, ctx, marks.steps, inks);
  });
  if (marks.labelled) {
    drawLoads(u, marks.steps, inks);
  }
}

/** A breach is never too narrow to be seen. */
function extent(u: uPlot, breach: NumberedBreach, now: number): [number, number] {
  const left = u.valToPos(breach.from / 1000, 'x', true);
  const right = u.valToPos((breach.until ?? now) / 1000, 'x', true);
  return [left, Math.max(right - left, 2 * ratio())];
}

function drawSteps(u: uPlot, ctx: CanvasRenderingContext2D, steps: StepSpan[], inks: Inks): void {
  ctx.strokeStyle = inks.step;
  ctx.lineWidth = ratio();
  for (const step of steps) {
    const x = Math.round(u.valToPos(step.from / 1000, 'x', true)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(x, u.bbox.top);
    ctx.lineTo(x, u.bbox.top + u.bbox.height);
    ctx.stroke();
  }
}

/** The load of each step that has room for it, above the plot. */
function drawLoads(u: uPlot, steps: StepSpan[], inks: Inks): void {
  const { ctx, bbox } = u;
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.font = font();
  ctx.textAlign = 'left';
  ctx.textBaseline = 'bottom';
  ctx.fillStyle = inks.text;
  for (const step of steps) {
    const from = Math.max(u.valToPos(step.from / 1000, 'x', true), bbox.left) + 2 * ratio();
    const until = Math.min(step.until === null ? right : u.valToPos(step.until / 1000, 'x', true), right);
    const words = load(step.load, step.loadKind);
    if (until - from > ctx.measureText(words).width) {
      ctx.fillText(words, from, bbox.top - 4 * ratio());
    }
  }
  ctx.restore();
}

/** Over the lines. */
export function drawOver(u: uPlot, marks: Marks, inks: Inks): void {
  drawAnnotations(u, { annotations: marks.annotations, texts: marks.labelled }, inks);
  clipped(u, (ctx) => {
    ctx.fillStyle = inks.breachEdge;
    for (const breach of marks.breaches) {
      const [left, width] = extent(u, breach, marks.now);
      ctx.fillRect(left, u.bbox.top, width, 3 * ratio());
    }
    marks.limits.forEach((limit) => drawLimit(u, ctx, limit, inks));
    drawIncomplete(u, ctx, marks.incomplete, inks);
    drawFailed(u, ctx, marks.failed, inks);
    if (marks.invalid !== null) {
      drawInvalid(u, ctx, marks.invalid, inks);
    }
  });
}

function drawLimit(u: uPlot, ctx: CanvasRenderingContext2D, limit: Limit, inks: Inks): void {
  const { bbox } = u;
  const raw = u.valToPos(limit.value, 'y', true);
  const above = raw < bbox.top;
  const y = Math.round(raw) + 0.5;
  if (!above) {
    ctx.strokeStyle = inks.limit;
    ctx.lineWidth = 1.5 * ratio();
    ctx.setLineDash([6 * ratio(), 4 * ratio()]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    ctx.setLineDash([]);
  }
  const words = above ? `${limit.label}, above this scale` : limit.label;
  ctx.textAlign = 'right';
  const under = above || y - bbox.top < 16 * ratio();
  ctx.textBaseline = under ? 'top' : 'bottom';
  const x = bbox.left + bbox.width - 6 * ratio();
  const at = above ? bbox.top + 4 * ratio() : under ? y + 3 * ratio() : y - 3 * ratio();
  write(ctx, words, [x, at], inks);
}

/** On a background of its own, so that lines do not cross it. */
function write(ctx: CanvasRenderingContext2D, words: string, [x, y]: [number, number], inks: Inks): void {
  ctx.font = font();
  ctx.strokeStyle = inks.surface;
  ctx.lineWidth = 3 * ratio();
  ctx.lineJoin = 'round';
  ctx.strokeText(words, x, y);
  ctx.fillStyle = inks.limit;
  ctx.fillText(words, x, y);
}

function drawInvalid(u: uPlot, ctx: CanvasRenderingContext2D, words: string, inks: Inks): void {
  ctx.textAlign = 'left';
  ctx.textBaseline = 'top';
  write(ctx, words, [u.bbox.left + 6 * ratio(), u.bbox.top + 14 * ratio()], inks);
}

/** A cross at the top of the chart: the percentiles of this window are those of the answers that there were. */
function drawFailed(u: uPlot, ctx: CanvasRenderingContext2D, times: number[], inks: Inks): void {
  ctx.strokeStyle = inks.limit;
  ctx.lineWidth = 1.5 * ratio();
  const size = 3 * ratio();
  const y = u.bbox.top + 8 * ratio();
  let last = -Infinity;
  for (const at of times) {
    const x = u.valToPos(at / 1000, 'x', true);
    if (x - last < 3 * size) {
      continue;
    }
    last = x;
    ctx.beginPath();
    ctx.moveTo(x - size, y - size);
    ctx.lineTo(x + size, y + size);
    ctx.moveTo(x - size, y + size);
    ctx.lineTo(x + size, y - size);
    ctx.stroke();
  }
}

/** A hollow triangle at the foot of the chart. */
function drawIncomplete(u: uPlot, ctx: CanvasRenderingContext2D, times: number[], inks: Inks): void {
  ctx.strokeStyle = inks.strong;
  ctx.lineWidth = ratio();
  const foot = u.bbox.top + u.bbox.height - 18 * ratio();
  const size = 4 * ratio();
  let last = -Infinity;
  for (const at of times) {
    const x = u.valToPos(at / 1000, 'x', true);
    if (x - last < 2 * size) {
      continue;
    }
    last = x;
    ctx.beginPath();
    ctx.moveTo(x - size, foot - size);
    ctx.lineTo(x + size, foot - size);
    ctx.lineTo(x, foot + size);
    ctx.closePath();
    ctx.stroke();
  }
}

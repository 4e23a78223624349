/** Draws annotations: a vertical line at the time, and its text where there is room; the list beneath has all of them. */

import type uPlot from 'uplot';
import type { Annotation } from '../api/change-types';
import type { Inks } from './ink';

export interface AnnotationMarks {
  annotations: Annotation[];
  /** Only one of several charts with one axis has the texts. */
  texts: boolean;
}

const LONGEST_PX = 160;

export function drawAnnotations(u: uPlot, { annotations, texts }: AnnotationMarks, inks: Inks): void {
  const { ctx, bbox } = u;
  const ratio = devicePixelRatio || 1;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.font = `${11 * ratio}px system-ui, sans-serif`;
  ctx.textBaseline = 'bottom';
  ctx.textAlign = 'left';
  let free = -Infinity;
  for (const one of annotations) {
    const x = Math.round(u.valToPos(Date.parse(one.at) / 1000, 'x', true)) + 0.5;
    ctx.strokeStyle = inks.running;
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash([2 * ratio, 3 * ratio]);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.setLineDash([]);
    if (texts && x > free && x >= bbox.left) {
      free = x + text(ctx, one.text, { x: x + 4 * ratio, y: bbox.top + bbox.height - 4 * ratio, ratio }, inks) + 10 * ratio;
    }
  }
  ctx.restore();
}

/** @returns its width */
function text(ctx: CanvasRenderingContext2D, words: string, at: { x: number; y: number; ratio: number }, inks: Inks): number {
  const shown = shortened(words, (part) => ctx.measureText(part).width <= LONGEST_PX * at.ratio);
  ctx.strokeStyle = inks.surface;
  ctx.lineWidth = 3 * at.ratio;
  ctx.lineJoin = 'round';
  ctx.strokeText(shown, at.x, at.y);
  ctx.fillStyle = inks.running;
  ctx.fillText(shown, at.x, at.y);
  return ctx.measureText(shown).width;
}

/** The longest beginning that fits, with an ellipsis if it is not all. */
export function shortened(words: string, fits: (words: string) => boolean): string {
  if (fits(words)) {
    return words;
  }
  let length = words.length - 1;
  while (length > 1 && !fits(`${words.slice(0, length)}…`)) {
    length--;
  }
  return `${words.slice(0, length)}…`;
}

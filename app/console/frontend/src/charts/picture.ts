/** All charts of the page as one picture, placed as on the page. */

import { readInks, type Inks } from './ink';

const MARGIN = 16;
const HEAD = 40;

export function chartsPicture(title: string): Promise<Blob> {
  const grid = document.querySelector<HTMLElement>('.chart-grid');
  if (!grid) {
    return Promise.reject(new Error('There is no chart to save.'));
  }
  const inks = readInks();
  const { width, height, left, top } = grid.getBoundingClientRect();
  const scale = devicePixelRatio || 1;
  const picture = document.createElement('canvas');
  picture.width = Math.ceil((width + 2 * MARGIN) * scale);
  picture.height = Math.ceil((height + HEAD + MARGIN) * scale);
  const ctx = picture.getContext('2d')!;
  ctx.scale(scale, scale);
  ctx.fillStyle = inks.surface;
  ctx.fillRect(0, 0, width + 2 * MARGIN, height + HEAD + MARGIN);
  ctx.fillStyle = inks.strong;
  ctx.font = '600 14px system-ui, sans-serif';
  ctx.fillText(title, MARGIN, 26, width);
  ctx.translate(MARGIN - left, HEAD - top);
  for (const figure of grid.querySelectorAll<HTMLElement>('.chart')) {
    drawFigure(ctx, figure, inks);
  }
  return new Promise((resolve, reject) => picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png'));
}

/** Each part goes where the page has it; coordinates are those of the window. */
function drawFigure(ctx: CanvasRenderingContext2D, figure: HTMLElement, inks: Inks): void {
  const canvas = figure.querySelector('canvas');
  if (canvas) {
    const place = canvas.getBoundingClientRect();
    ctx.drawImage(canvas, place.left, place.top, place.width, place.height);
  }
  for (const words of figure.querySelectorAll('.chart-title, .chart-unit, .legend-label, .legend-value, .breach-flag > span:first-child')) {
    drawWords(ctx, words, inks);
  }
  for (const swatch of figure.querySelectorAll('.swatch line')) {
    const place = swatch.parentElement!.getBoundingClientRect();
    ctx.fillStyle = getComputedStyle(swatch).stroke;
    ctx.fillRect(place.left, place.top + place.height / 2 - 1, place.width, 2.5);
  }
}

function drawWords(ctx: CanvasRenderingContext2D, element: Element, inks: Inks): void {
  const place = element.getBoundingClientRect();
  const style = getComputedStyle(element);
  ctx.font = `${style.fontWeight} ${style.fontSize} system-ui, sans-serif`;
  ctx.fillStyle = style.color || inks.text;
  ctx.textBaseline = 'middle';
  ctx.fillText(element.textContent ?? '', place.left, place.top + place.height / 2);
}

/** All charts of the page as one picture. */

import { readInks } from './ink';

const MARGIN = 16;
const HEAD = 40;
const CAPTION = 24;

/** Canvases hold more pixels than they cover on screens of high density; the picture keeps them. */
export function chartsPicture(title: string): Promise<Blob> {
  const figures = [...document.querySelectorAll<HTMLElement>('.chart')];
  const canvases = figures.map((figure) => figure.querySelector('canvas')!);
  const inks = readInks();
  const scale = devicePixelRatio || 1;
  const picture = document.createElement('canvas');
  picture.width = Math.max(...canvases.map((canvas) => canvas.width)) + 2 * MARGIN * scale;
  picture.height = canvases.reduce((sum, canvas) => sum + canvas.height + (CAPTION + MARGIN) * scale, (HEAD + MARGIN) * scale);
  const ctx = picture.getContext('2d')!;
  ctx.fillStyle = inks.surface;
  ctx.fillRect(0, 0, picture.width, picture.height);
  ctx.fillStyle = inks.strong;
  ctx.font = `600 ${14 * scale}px system-ui, sans-serif`;
  ctx.fillText(title, MARGIN * scale, 26 * scale);
  let y = HEAD * scale;
  figures.forEach((figure, i) => {
    caption(ctx, figure, y + 16 * scale, scale);
    y += CAPTION * scale;
    ctx.drawImage(canvases[i]!, MARGIN * scale, y);
    y += canvases[i]!.height + MARGIN * scale;
  });
  return new Promise((resolve, reject) => picture.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The browser made no picture.'))), 'image/png'));
}

function caption(ctx: CanvasRenderingContext2D, figure: HTMLElement, y: number, scale: number): void {
  const text = (selector: string): string => figure.querySelector(selector)?.textContent ?? '';
  const inks = readInks();
  let x = MARGIN * scale;
  const write = (words: string, color: string, weight: number): void => {
    ctx.font = `${weight} ${12 * scale}px system-ui, sans-serif`;
    ctx.fillStyle = color;
    ctx.fillText(words, x, y);
    x += ctx.measureText(words).width + 10 * scale;
  };
  write(text('.chart-title'), inks.strong, 600);
  write(text('.chart-unit'), inks.text, 400);
  for (const item of figure.querySelectorAll<HTMLElement>('.legend-item')) {
    const line = item.querySelector('line');
    write('━', line ? getComputedStyle(line).stroke : inks.text, 400);
    write(item.querySelector('.legend-label')?.textContent ?? '', inks.strong, 400);
  }
}

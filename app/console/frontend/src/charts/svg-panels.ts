/** The charts of a run as one SVG file, drawn from their data: the page draws them on canvases. Pure. */

import { scaleOf } from '../state/scale';
import { clockTime, dateTime } from '../format/time';
import { load } from '../format/number';
import type { Inks } from './ink';
import type { Marks } from './marks';
import { linearRange } from './options';
import type { Line, Panel, Value } from './panels';

export interface DrawnPanel {
  panel: Panel;
  marks: Marks;
  log: boolean;
}

export interface PanelsFile {
  title: string;
  panels: DrawnPanel[];
  /** Seconds. */
  xs: number[];
  /** The time in view, in milliseconds. */
  range: [number, number];
  inks: Inks;
}

const WIDTH = 1200;
const LEFT = 74;
const RIGHT = 24;
const HEAD = 44;
const PANEL = 220;
const LEGEND = 34;
const AXIS = 26;
const PLOT = PANEL - LEGEND - AXIS;

export function panelsSvg({ title, panels, xs, range, inks }: PanelsFile): string {
  const height = HEAD + panels.length * PANEL + 8;
  const parts = panels.map((one, i) => `<g transform="translate(0 ${HEAD + i * PANEL})">${panelSvg(one, xs, range, inks, i)}</g>`);
  const times = `${dateTime(range[0])} to ${dateTime(range[1])} UTC`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" font-size="11">` +
    `<title>${escaped(title)}</title><rect width="${WIDTH}" height="${height}" fill="${escaped(inks.surface)}"/>` +
    `${text(16, 26, title, inks.strong, 'font-size="14" font-weight="600"')}${text(WIDTH - 16, 26, times, inks.text, 'text-anchor="end"')}${parts.join('')}</svg>\n`
  );
}

interface Frame {
  x(millis: number): number;
  y(value: number): number;
}

function panelSvg({ panel, marks, log }: DrawnPanel, xs: number[], range: [number, number], inks: Inks, number: number): string {
  const inView = xs.flatMap((at, i) => (at * 1000 >= range[0] && at * 1000 <= range[1] ? [i] : []));
  const values = panel.lines.flatMap((line) => inView.flatMap((i) => valueAt(line, i) ?? []));
  const limits = marks.limits.map((limit) => limit.value);
  const ticks = log && values.length > 0 ? logTicks(values) : linearTicks(values, limits, panel.top);
  const frame: Frame = { x: placeOfTime(range), y: placeOfValue(ticks, log && values.length > 0) };
  const clip = `plot-${number}`;
  const inside = [breaches(marks, range, frame, inks), steps(marks, range, frame, inks), ...panel.lines.map((line) => lineSvg(line, xs, inView, frame, inks))];
  return (
    `<clipPath id="${clip}"><rect x="${LEFT}" y="${LEGEND}" width="${WIDTH - LEFT - RIGHT}" height="${PLOT}"/></clipPath>` +
    legend(panel, log, inks) +
    grid(panel, ticks, range, frame, inks) +
    `<g clip-path="url(#${clip})">${inside.join('')}${limitLines(marks, ticks, frame, inks)}</g>`
  );
}

function valueAt(line: Line, i: number): Value {
  return line.values[i] ?? line.provisional?.[i] ?? null;
}

function linearTicks(values: number[], limits: number[], top: number | undefined): number[] {
  const [low, high] = linearRange(values.length === 0 ? null : Math.max(...values), limits, top);
  return scaleOf([low, high], 5).ticks;
}

/** Powers of ten around the values. */
function logTicks(values: number[]): number[] {
  const positive = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, 1e12)));
  const high = Math.max(Math.ceil(Math.log10(Math.max(...positive, 1))), low + 1);
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
}

function placeOfTime([from, until]: [number, number]): (millis: number) => number {
  return (millis) => LEFT + ((millis - from) / (until - from || 1)) * (WIDTH - LEFT - RIGHT);
}

function placeOfValue(ticks: number[], log: boolean): (value: number) => number {
  const scaled = (value: number): number => (log ? Math.log10(Math.max(value, 1e-9)) : value);
  const [low, high] = [scaled(ticks[0]!), scaled(ticks.at(-1)!)];
  return (value) => LEGEND + (1 - (scaled(value) - low) / (high - low || 1)) * PLOT;
}

function lineSvg(line: Line, xs: number[], inView: number[], frame: Frame, inks: Inks): string {
  const path = (values: Value[], more: string): string => {
    const d = pathOf(values, xs, inView, frame);
    return d === '' ? '' : `<path d="${d}" fill="none" stroke="${escaped(inks[line.ink])}" stroke-width="1.5" stroke-linejoin="round" stroke-linecap="round"${more}/>`;
  };
  return path(line.values, '') + (line.provisional ? path(line.provisional, ' stroke-dasharray="3 3" stroke-opacity="0.75"') : '');
}

function pathOf(values: Value[], xs: number[], inView: number[], frame: Frame): string {
  let pen = 'M';
  let path = '';
  for (const i of inView) {
    const value = values[i] ?? null;
    if (value === null) {
      pen = 'M';
      continue;
    }
    const place = `${frame.x(xs[i]! * 1000).toFixed(1)} ${frame.y(value).toFixed(1)}`;
    // A point without a neighbour is seen by the round end of a line of no length.
    path += pen === 'M' ? `M${place}h0` : `L${place}`;
    pen = 'L';
  }
  return path;
}

function breaches(marks: Marks, range: [number, number], frame: Frame, inks: Inks): string {
  return marks.breaches
    .filter((breach) => (breach.until ?? marks.now) >= range[0] && breach.from <= range[1])
    .map((breach) => {
      const left = frame.x(Math.max(breach.from, range[0]));
      const width = Math.max(2, frame.x(Math.min(breach.until ?? marks.now, range[1])) - left);
      return `<rect x="${left.toFixed(1)}" y="${LEGEND}" width="${width.toFixed(1)}" height="${PLOT}" fill="${escaped(inks.breach)}"/><rect x="${left.toFixed(1)}" y="${LEGEND}" width="${width.toFixed(1)}" height="3" fill="${escaped(inks.breachEdge)}"/>`;
    })
    .join('');
}

function steps(marks: Marks, range: [number, number], frame: Frame, inks: Inks): string {
  return marks.steps
    .filter((step) => step.from >= range[0] && step.from <= range[1])
    .map((step) => {
      const x = frame.x(step.from).toFixed(1);
      const words = marks.labelled ? text(Number(x) + 3, LEGEND + 12, load(step.load, step.loadKind), inks.text) : '';
      return `<line x1="${x}" x2="${x}" y1="${LEGEND}" y2="${LEGEND + PLOT}" stroke="${escaped(inks.step)}"/>${words}`;
    })
    .join('');
}

function limitLines(marks: Marks, ticks: number[], frame: Frame, inks: Inks): string {
  return marks.limits
    .filter((limit) => limit.value <= ticks.at(-1)!)
    .map((limit) => {
      const y = frame.y(limit.value).toFixed(1);
      return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" stroke="${escaped(inks.limit)}" stroke-width="1.5" stroke-dasharray="6 4"/>${text(WIDTH - RIGHT - 6, Number(y) - 4, limit.label, inks.limit, 'text-anchor="end"')}`;
    })
    .join('');
}

function legend(panel: Panel, log: boolean, inks: Inks): string {
  let x = LEFT;
  const title = text(x, 16, `${panel.title}, ${panel.unit}${log ? ', log scale' : ''}`, inks.strong, 'font-size="12" font-weight="600"');
  x += 8 * (panel.title.length + panel.unit.length) + 60;
  const items = panel.lines.map((line) => {
    const item = `<line x1="${x}" x2="${x + 16}" y1="12" y2="12" stroke="${escaped(inks[line.ink])}" stroke-width="2.5"/>${text(x + 22, 16, line.label, inks.text)}`;
    x += 40 + 7 * line.label.length;
    return item;
  });
  return title + items.join('');
}

const TIME_TICKS = 8;

function grid(panel: Panel, ticks: number[], range: [number, number], frame: Frame, inks: Inks): string {
  const across = ticks.map((tick) => {
    const y = frame.y(tick).toFixed(1);
    return `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}" stroke="${escaped(inks.grid)}"/>${text(LEFT - 8, Number(y) + 4, panel.format(tick), inks.text, 'text-anchor="end"')}`;
  });
  const upwards = Array.from({ length: TIME_TICKS + 1 }, (_, i) => range[0] + ((range[1] - range[0]) * i) / TIME_TICKS).map((at) => {
    const x = frame.x(at).toFixed(1);
    return `<line x1="${x}" x2="${x}" y1="${LEGEND}" y2="${LEGEND + PLOT}" stroke="${escaped(inks.grid)}"/>${text(Number(x), LEGEND + PLOT + 15, clockTime(at), inks.text, 'text-anchor="middle"')}`;
  });
  return across.join('') + upwards.join('');
}

function text(x: number, y: number, words: string, ink: string, more = ''): string {
  return `<text x="${x}" y="${y}" fill="${escaped(ink)}"${more ? ` ${more}` : ''}>${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

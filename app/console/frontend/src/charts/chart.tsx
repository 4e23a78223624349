/** One chart of a run: title, legend with the values at the cursor, and the canvas. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { NumberedBreach } from '../state/breaches';
import { clockTime } from '../format/time';
import { BreachButtons } from './breach-buttons';
import { shownIndex } from './cursor';
import { readInks, type Inks } from './ink';
import { Legend } from './legend';
import { drawOver, drawUnder, type Marks } from './marks';
import { chartData, chartOptions, lineWidth, shape } from './options';
import type { Panel } from './panels';

const DRAWN = 'tidemark-window-drawn';

export interface ChartProps {
  panel: Panel;
  xs: number[];
  /** The time in view, in milliseconds. */
  range: [number, number];
  marks: Marks;
  height: number;
  log: boolean;
  theme: string;
  /** The chart in words. */
  summary: string;
  onZoom(from: number, until: number): void;
  onReset(): void;
  describeBreach?(breach: NumberedBreach): string[];
  openBreach?(breach: NumberedBreach): void;
}

export function Chart(props: ChartProps) {
  const { panel, log, height, xs, range, marks, theme, summary } = props;
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const [cursor, setCursor] = useState<number | null>(null);
  const inks = useRef<Inks | null>(null);
  const drawn = useRef(0);
  const form = shape(panel, log);

  useLayoutEffect(() => {
    const element = host.current!;
    let buttons: BreachButtons | null = null;
    inks.current = readInks();
    const options = chartOptions(panel, log, { width: Math.max(element.clientWidth, 200), height }, {
      inks: () => inks.current!,
      limits: () => latest.current.marks.limits.map((limit) => limit.value),
      onCursor: setCursor,
      onZoom: (from, until) => latest.current.onZoom(from, until),
      onReset: () => latest.current.onReset(),
      onReady: (u) => {
        const { describeBreach, openBreach } = latest.current;
        if (describeBreach && openBreach) {
          buttons = new BreachButtons(u, describeBreach, (breach) => latest.current.openBreach!(breach));
        }
      },
      under: (u) => drawUnder(u, latest.current.marks, inks.current!),
      over: (u) => drawOver(u, latest.current.marks, inks.current!),
      drawn: (u) => {
        buttons?.place(latest.current.marks.breaches, latest.current.marks.now);
        keepCursor(u);
        drawn.current = markDrawn(latest.current, drawn.current);
      },
    });
    const u = new uPlot(options, chartData(latest.current.panel, latest.current.xs), element);
    u.ctx.canvas.setAttribute('role', 'img');
    u.ctx.canvas.setAttribute('aria-label', latest.current.summary);
    u.ctx.canvas.dataset.panel = panel.id;
    chart.current = u;
    const sizes = new ResizeObserver(() => {
      const width = element.clientWidth;
      if (width > 0 && (width !== u.width || latest.current.height !== u.height)) {
        u.setSize({ width, height: latest.current.height });
      }
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      u.destroy();
      chart.current = null;
    };
  }, [form]);

  useLayoutEffect(() => {
    chart.current?.series.forEach((series) => (series.width = lineWidth(xs.length)));
    chart.current?.setData(chartData(panel, xs), false);
    redraw(chart.current, latest.current.range);
  }, [panel, xs, form]);

  useLayoutEffect(() => redraw(chart.current, range), [range[0], range[1], marks, form]);

  useEffect(() => {
    inks.current = readInks();
    chart.current?.redraw(false, true);
  }, [theme]);

  useEffect(() => chart.current?.ctx.canvas.setAttribute('aria-label', summary), [summary, form]);

  const index = shownIndex(panel, xs, cursor);
  const at = index === null ? null : xs[index];
  return (
    <figure class={`chart chart-${panel.id}`}>
      <figcaption>
        <span class="chart-title">{panel.title}</span>
        <span class="chart-unit">
          {panel.unit}
          {log ? ', log scale' : ''}
        </span>
        <Legend panel={panel} cursor={index} />
        <span class="chart-at num">{at === null || at === undefined ? 'newest' : clockTime(at * 1000)}</span>
      </figcaption>
      <div ref={host} class="chart-host" />
    </figure>
  );
}

/** The third argument, which the types leave out, keeps the other charts from being told: each reads its own cursor anew. */
type QuietCursor = (place: { left: number; top: number }, fireHook: boolean, publish: boolean) => void;

/** The newest mark tells which window is on the screen, by its end, for those who measure the page. One is kept at a time. */
function markDrawn({ panel, xs }: ChartProps, before: number): number {
  const newest = xs.at(-1) ?? 0;
  if (panel.id === 'latency' && newest > before) {
    performance.clearMarks(DRAWN);
    performance.mark(DRAWN, { detail: newest * 1000 });
  }
  return Math.max(before, newest);
}

/** The data moved under the cursor: its place on the screen stays, what is there is read anew. */
function keepCursor(u: uPlot): void {
  const { left, top } = u.cursor;
  if (left !== undefined && top !== undefined && left >= 0) {
    (u.setCursor as QuietCursor)({ left, top }, true, false);
  }
}

/** Setting the time in view draws everything again, the values' scale included. */
function redraw(u: uPlot | null, range: [number, number]): void {
  u?.setScale('x', { min: range[0] / 1000, max: range[1] / 1000 });
}

/** The chart of a history. A click on a point opens its run; the table beneath has all of it for keys and screen readers. */

import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { Annotation } from '../api/change-types';
import type { History, HistoryPoint } from '../api/report-types';
import { UNBOUNDED_NOTE } from '../components/unbounded';
import { maybeLatency } from '../format/latency';
import { dateTime, millis } from '../format/time';
import { drawAnnotations } from './annotation-marks';
import { HistoryLegend } from './history-legend';
import { drawChanges, drawPoints, type HistoryMarks } from './history-marks';
import { historyData, historyOptions } from './history-options';
import type { PhaseSymbol } from './history-symbols';
import { readInks, type Inks } from './ink';

export interface HistoryChartProps {
  history: History;
  annotations: Annotation[];
  symbols: Map<string, PhaseSymbol>;
  title: string;
  summary: string;
  theme: string;
  open(point: HistoryPoint): void;
}

const HEIGHT = 340;

export function HistoryChart({ history, annotations, symbols, title, summary, theme, open }: HistoryChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | null>(null);
  const inks = useRef<Inks | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const marks = useRef<HistoryMarks>({ points: [], changes: [], symbols, chosen: null });
  const annotated = useRef(annotations);
  annotated.current = annotations;
  marks.current = { points: history.points, changes: history.changes, symbols, chosen };

  useLayoutEffect(() => {
    const element = host.current!;
    inks.current = readInks();
    const options = historyOptions({ width: Math.max(element.clientWidth, 200), height: HEIGHT }, {
      inks: () => inks.current!,
      onCursor: setChosen,
      under: (u) => drawChanges(u, marks.current, inks.current!),
      over: (u) => {
        drawAnnotations(u, { annotations: annotated.current, texts: true }, inks.current!);
        drawPoints(u, marks.current, inks.current!);
      },
    });
    const u = new uPlot(options, historyData(marks.current.points), element);
    u.ctx.canvas.setAttribute('role', 'img');
    chart.current = u;
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== u.width) {
        u.setSize({ width: element.clientWidth, height: HEIGHT });
      }
    });
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      u.destroy();
      chart.current = null;
    };
  }, []);

  useLayoutEffect(() => chart.current?.setData(historyData(history.points)), [history]);
  useEffect(() => chart.current?.ctx.canvas.setAttribute('aria-label', summary), [summary]);
  useEffect(() => {
    inks.current = readInks();
    chart.current?.redraw(false, true);
  }, [theme]);
  useEffect(() => chart.current?.redraw(false, false), [chosen, annotations]);

  const point = chosen === null ? null : (history.points[chosen] ?? null);
  return (
    <figure class="chart history-chart">
      <figcaption>
        <span class="chart-title">{title}</span>
        <HistoryLegend symbols={symbols} />
        <span class="chart-at num" title={point && isUnbounded(point) ? UNBOUNDED_NOTE : undefined}>
          {point ? pointWords(point) : 'Whiskers are 95 % intervals. Click a point to open its run.'}
        </span>
      </figcaption>
      <div ref={host} class={point ? 'chart-host pointed' : 'chart-host'} onClick={() => point && open(point)} />
    </figure>
  );
}

export function pointWords(point: HistoryPoint): string {
  const when = `${dateTime(millis(point.started))} ${point.phase}`;
  if (point.count === 0) {
    return `${when}: not known`;
  }
  const interval = `${maybeLatency(point.low)} to ${point.high === null ? 'unbounded' : maybeLatency(point.high)}`;
  return `${when}: ${point.value === null ? 'among requests that were not ok' : maybeLatency(point.value)} (${interval})`;
}

/** Whether its interval has no upper end. */
export function isUnbounded(point: HistoryPoint): boolean {
  return point.count > 0 && point.high === null;
}

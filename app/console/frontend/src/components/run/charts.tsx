/** The charts of a run on one time axis, with what is chosen for them. */

import { useMemo, useState } from 'preact/hooks';
import type { Annotation } from '../../api/change-types';
import type { Run, WindowPoint } from '../../api/types';
import { useApp } from '../../app-context';
import { Chart } from '../../charts/chart';
import { readInks } from '../../charts/ink';
import { newest } from '../../charts/legend';
import type { Limit, Marks } from '../../charts/marks';
import { panelsSvg } from '../../charts/svg-panels';
import { columns, latencyPanel, signalPanels, type Panel } from '../../charts/panels';
import { latency } from '../../format/latency';
import { plural, share } from '../../format/number';
import { objectiveLabel } from '../../format/objective';
import { clockTime } from '../../format/time';
import type { RunView } from '../../router/route';
import { numbered, type NumberedBreach, type StepSpan } from '../../state/breaches';
import type { Series } from '../../state/series';
import { axisNow, isZoomed, RECENT_MS, span, type Follow } from '../../state/span';
import { useStore } from '../../state/store';
import type { Point } from '../../state/windows';
import { ChartBar } from './chart-bar';

export type Show = (change: Partial<RunView>, push: boolean) => void;

export interface ChartsProps {
  run: Run;
  lasts: boolean;
  view: RunView;
  show: Show;
  series: Series | null;
  breaches: ReturnType<typeof numbered>;
  steps: StepSpan[];
  annotations: Annotation[];
  openBreach(breach: NumberedBreach): void;
}

/** As in reports. */
const MARKED_SHARE = 0.01;
const MAIN_HEIGHT = 260;
const OTHER_HEIGHT = 150;

export function Charts(props: ChartsProps) {
  const { run, lasts, view, show, series, breaches, annotations, steps, openBreach } = props;
  const app = useApp();
  useStore(app.clock.tick);
  const theme = useStore(app.theme.theme);
  const [follow, setFollow] = useState<Follow>('recent');
  const [log, setLog] = useState(false);
  const points = series?.points ?? null;
  const shown = useMemo(() => columns(points ?? []), [points]);
  const main = useMemo(() => latencyPanel(shown.points, view.metric), [shown, view.metric]);
  const others = useMemo(() => signalPanels(shown.points, run.signals), [shown, run.signals]);
  const now = lasts ? axisNow(app.clock.now(), followedMs(run, follow, app.clock.now())) : endOf(run, points?.at(-1)?.at ?? null);
  const range = span(view, steps, { started: Date.parse(run.started), end: now, lasts }, follow);
  const limits = useMemo(() => limitsOf(run, view), [run.objectives, view.metric, view.requestClass]);
  const incomplete = useMemo(() => (points ?? []).filter((p) => p.window.finality === 'INCOMPLETE').map((p) => p.at), [points]);
  const openUntil = breaches.some((breach) => breach.until === null) ? now : 0;
  const failed = useMemo(() => (points ?? []).filter((p) => failedShare(p.window) >= MARKED_SHARE), [points]);
  const invalid = run.status === 'INVALID' ? 'INVALID: not to be compared' : null;
  const marks: Marks = useMemo(
    () => ({ breaches, steps, limits, incomplete, failed: failed.map((p) => p.at), invalid, annotations, now: openUntil, labelled: true }),
    [breaches, steps, limits, incomplete, failed, invalid, annotations, openUntil],
  );
  const plain: Marks = useMemo(() => ({ ...marks, limits: [], incomplete: [], failed: [], invalid: null, labelled: false }), [marks]);
  const zoom = (from: number, until: number): void => show({ from: Math.round(from), until: Math.round(until), step: null }, false);
  const reset = (): void => show({ from: null, until: null, step: null }, false);
  const svg = (title: string): string | null =>
    shown.xs.length === 0
      ? null
      : panelsSvg({ title, xs: shown.xs, range, inks: readInks(), panels: [{ panel: main, marks, log }, ...others.panels.map((panel) => ({ panel, marks: plain, log: false }))] });
  const common = { xs: shown.xs, range, theme, onZoom: zoom, onReset: reset };
  return (
    <section class="charts" aria-label="Charts">
      <h2 class="sr-only">Charts</h2>
      <ChartBar
        run={run}
        view={view}
        show={show}
        range={range}
        zoomed={isZoomed(view)}
        total={series?.total ?? 0}
        svg={svg}
        reset={reset}
        follow={lasts ? { value: follow, set: setFollow } : null}
        log={{ value: log, set: setLog }}
      />
      {points === null && <p class="loading">Loading the windows…</p>}
      {points !== null && points.length === 0 && <p class="empty-line">No window of this metric{view.requestClass ? ' and class' : ''} yet.</p>}
      {points !== null && points.length > 0 && (
        <div class="chart-grid" data-others={Math.min(others.panels.length, 4)}>
          <Chart
            {...common}
            panel={main}
            marks={marks}
            height={MAIN_HEIGHT}
            log={log}
            summary={summary(main, limits, breaches)}
            describeBreach={describe}
            openBreach={openBreach}
          />
          {others.panels.map((panel) => (
            <Chart key={panel.id} {...common} panel={panel} marks={plain} height={OTHER_HEIGHT} log={false} summary={summary(panel, [], breaches)} />
          ))}
        </div>
      )}
      {points !== null && points.length > 0 && <Key annotated={annotations.length > 0} incomplete={incomplete.length} failed={failed} absent={others.absent} main={main} />}
    </section>
  );
}

function followedMs(run: Run, follow: Follow, now: number): number {
  return follow === 'recent' ? RECENT_MS : now - Date.parse(run.started);
}

function endOf(run: Run, lastPoint: number | null): number {
  const ended = run.ended === null ? 0 : Date.parse(run.ended);
  return Math.max(ended, lastPoint ?? 0, Date.parse(run.started) + 1_000);
}

function limitsOf(run: Run, view: RunView): Limit[] {
  const shownClass = view.requestClass ?? 'all';
  return run.objectives
    .filter((one) => one.kind === 'QUANTILE' && one.metric === view.metric && one.requestClass === shownClass)
    .map((one) => ({ value: one.limit, label: `${objectiveLabel(one, one.name)} limit ${latency(one.limit)}` }));
}

function failedShare(window: WindowPoint): number {
  return window.ended === 0 ? 0 : window.failed / window.ended;
}

function describe(numberedBreach: NumberedBreach): string[] {
  const { breach } = numberedBreach;
  return [`${clockTime(numberedBreach.from)} UTC`, breach.description, breach.correlationSummary].filter((words) => words !== '');
}

function summary(panel: Panel, limits: Limit[], breaches: NumberedBreach[]): string {
  const values = panel.lines.map((line) => {
    const value = newest(line);
    return `${line.label} ${value === null ? 'no value' : panel.format(value)}`;
  });
  const parts = [`${panel.title}, newest values: ${values.join(', ')}.`, ...limits.map((limit) => `${limit.label}.`)];
  const open = breaches.filter((breach) => breach.until === null).length;
  parts.push(breaches.length === 0 ? 'No breaches.' : `${plural(breaches.length, 'breach', 'breaches')}, ${open} open.`);
  return parts.join(' ');
}

function Key({ annotated, incomplete, failed, absent, main }: { annotated: boolean; incomplete: number; failed: Point[]; absent: string[]; main: Panel }) {
  const provisional = main.lines.some((line) => line.provisional?.some((value) => value !== null));
  return (
    <p class="chart-key dim">
      Drag to zoom, double click to see all. Shaded: breaches, numbered as in the table. Vertical lines: steps.
      {annotated && ' Dotted vertical lines: annotations, listed beneath.'}
      {provisional && ' Dotted: provisional figures.'}
      {incomplete > 0 && ` ▽ ${plural(incomplete, 'incomplete window')}: events that were announced are missing.`}
      {failed.length > 0 &&
        ` ✕ ${plural(failed.length, 'window')} with requests that were not OK, at most ${share(Math.max(...failed.map((p) => failedShare(p.window))))}: percentiles are those of the others.`}
      {absent.length > 0 && ` No data for: ${absent.join('; ')}.`}
    </p>
  );
}


/** One run: its verdict, its charts, its tables. */

import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { isMissing } from '../api/client';
import { nowView, runsView, runView } from '../api/paths';
import type { Run, RunKey, Status } from '../api/types';
import { useApp } from '../app-context';
import { Annotations } from '../components/change/annotations';
import { RunChanges } from '../components/change/run-changes';
import { Problem } from '../components/problem';
import { Name } from '../components/name';
import { BadRequestsSection } from '../components/run/bad-requests';
import { BreachTable } from '../components/run/breach-table';
import { Charts } from '../components/run/charts';
import { ConfigurationSection } from '../components/run/configuration';
import { RunHead, RunTitle } from '../components/run/head';
import { StepTable } from '../components/run/step-table';
import { Link } from '../router/link';
import { viewQuery, type AskedView, type RunView } from '../router/route';
import { numbered, stepSpans } from '../state/breaches';
import { keyOf } from '../state/now';
import { useRunData } from '../state/run-data';
import type { Series } from '../state/series';
import { useStore } from '../state/store';
import { useAnnotations } from '../state/use-changes';
import { decidingMetric, hasFinalFigures } from '../state/verdict';
import { untilSettled } from '../state/windows';
import { Page } from './page';

export function RunPage({ run: key, view: asked }: { run: RunKey; view: AskedView }) {
  const app = useApp();
  const live = useStore(app.now).runs.get(keyOf(key)) ?? null;
  const [loadedStatus, setLoadedStatus] = useState<string | null>(null);
  const [decided, setDecided] = useState('ttft');
  const view: RunView = { ...asked, metric: asked.metric ?? decided };
  const data = useRunData(key, view, (live?.status ?? loadedStatus) === 'RUNNING');
  const run = data.run.data;
  if (run && run.status !== loadedStatus) {
    setLoadedStatus(run.status);
  }
  if (run && decidingMetric(run) !== decided) {
    setDecided(decidingMetric(run));
  }
  const breaches = useMemo(() => numbered(data.breaches ?? []), [data.breaches]);
  const series = useMemo(() => shownSeries(data.series, run, live?.status), [data.series, run, live?.status]);
  const steps = useMemo(() => stepSpans(run?.steps ?? []), [run?.steps]);
  const [marked, setMarked] = useState<{ id: string; number: number } | null>(null);
  useEffect(() => showRow(marked?.number ?? null), [marked]);
  const targets = useMemo(() => (run?.targets ?? []).map((target) => target.name), [run?.targets]);
  const annotated = useAnnotations(key.team, run?.started ?? null, { experiment: run?.experiment ?? '', run: key.run, targets });
  const show = useCallback((change: Partial<RunView>, push: boolean) => {
    const address = runView(key, viewQuery({ ...asked, ...change }));
    if (push) {
      app.router.go(address);
    } else {
      app.router.replace(address);
    }
  }, [JSON.stringify(key), JSON.stringify(asked)]);

  if (!run) {
    return data.run.error === null ? <Loading runKey={key} /> : <Missing runKey={key} error={data.run.error} retry={data.run.reload} />;
  }
  const status = live?.status ?? run.status;
  return (
    <Page title={`${run.experiment} / ${run.phase}`} above={<Crumbs run={run} />} heading={<RunTitle run={run} />}>
      <RunHead run={run} live={live} status={status} metric={view.metric} />
      {data.run.error !== null && <Problem error={data.run.error} retry={data.run.reload} />}
      {data.seriesError !== null && <Problem error={data.seriesError} retry={data.retrySeries} />}
      <RunChanges run={run} lasts={status === 'RUNNING'} />
      <Charts
        run={run}
        lasts={status === 'RUNNING'}
        view={view}
        show={show}
        series={series}
        breaches={breaches}
        annotations={annotated.annotations}
        steps={steps}
        openBreach={(breach) => setMarked({ id: breach.breach.breach, number: breach.number })}
      />
      <Annotations team={run.team} shown={annotated} subjects={{ experiment: run.experiment, run: run.run, targets }} />
      <StepTable run={run} view={view} show={show} />
      <BreachTable run={run} breaches={data.breaches} numbers={breaches} error={data.breachError} marked={marked?.id ?? null} show={show} />
      <BadRequestsSection run={run} view={view} />
      <ConfigurationSection run={run} />
    </Page>
  );
}

/** Windows that reach beyond the last second of a run stay provisional: nothing comes behind it that settles them. */
function shownSeries(series: Series | null, run: Run | null, status?: Status): Series | null {
  return series && run && hasFinalFigures(run, status ?? run.status) ? { ...series, points: untilSettled(series.points) } : series;
}

function showRow(number: number | null): void {
  const row = number === null ? null : document.getElementById(`breach-${number}`);
  row?.scrollIntoView({ block: 'center' });
  row?.querySelector<HTMLElement>('[data-row]')?.focus({ preventScroll: true });
}

function Crumbs({ run }: { run: RunKey & Partial<Run> }) {
  return (
    <nav aria-label="Breadcrumb" class="crumbs">
      <Link to={nowView(run.team)}>
        <Name text={run.team} />
      </Link>
      {run.experiment !== undefined && (
        <>
          <span aria-hidden="true">/</span>
          <Link to={runsView({ team: run.team, experiment: run.experiment })}>
            <Name text={run.experiment} />
          </Link>
        </>
      )}
      {run.phase !== undefined && (
        <>
          <span aria-hidden="true">/</span>
          <Link to={runsView({ team: run.team, experiment: run.experiment, phase: run.phase })}>
            <Name text={run.phase} />
          </Link>
        </>
      )}
      <span aria-hidden="true">/</span>
      <Name text={run.run} />
    </nav>
  );
}

function Loading({ runKey }: { runKey: RunKey }) {
  return (
    <Page title={runKey.run} heading={<Name text={runKey.run} />} above={<Crumbs run={runKey} />}>
      <p class="loading">Loading the run…</p>
    </Page>
  );
}

function Missing({ runKey, error, retry }: { runKey: RunKey; error: unknown; retry: () => void }) {
  if (!isMissing(error)) {
    return (
      <Page title={runKey.run} heading={<Name text={runKey.run} />} above={<Crumbs run={runKey} />}>
        <Problem error={error} retry={retry} />
      </Page>
    );
  }
  return (
    <Page title="No such run" heading="There is no such run">
      <div class="empty">
        <p>
          Team <Name text={runKey.team} class="wrap" /> has no run <Name text={runKey.run} class="wrap" />, or you may not read it.
        </p>
        <p dir="auto" class="dim">
          {error.message}
        </p>
        <p>
          Go to the <Link to={runsView({ team: runKey.team })}>runs of the team</Link> or to <Link to={nowView()}>what runs now</Link>.
        </p>
      </div>
    </Page>
  );
}

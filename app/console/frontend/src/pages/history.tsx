/** One figure of an experiment over its runs: when did it become slower? */

import { useMemo } from 'preact/hooks';
import { runView } from '../api/paths';
import { experimentsView, experimentView, historyPath, historyView, type HistoryKey } from '../api/report-paths';
import type { History } from '../api/report-types';
import { useApp } from '../app-context';
import { HistoryChart, pointWords } from '../charts/history-chart';
import { symbolsOf } from '../charts/history-symbols';
import { Annotations } from '../components/change/annotations';
import { Crumbs } from '../components/crumbs';
import { CopyLink } from '../components/document/actions';
import { Changes } from '../components/history/changes';
import { Pickers } from '../components/history/pickers';
import { HistoryTable } from '../components/history/table';
import { Name } from '../components/name';
import { Loading } from '../components/waiting';
import { load as loadWords, plural } from '../format/number';
import { metricLabel, quantileLabel } from '../format/objective';
import { Link } from '../router/link';
import { usePoll } from '../state/poll';
import { useStore } from '../state/store';
import { useAnnotations } from '../state/use-changes';
import { useStream } from '../state/use-stream';
import { Page } from './page';

const EVERY_MS = 60_000;

export function HistoryPage({ of }: { of: HistoryKey }) {
  const { api } = useApp();
  useStream(of.team);
  const path = historyPath(of);
  const loaded = usePoll(path, EVERY_MS, (signal) => api.get<History>(path, signal));
  const { data } = loaded;
  const above = (
    <Crumbs
      places={[
        ['Experiments', experimentsView()],
        [of.team, experimentsView(of.team)],
        [of.experiment, experimentView(of.team, of.experiment)],
      ]}
    >
      History
    </Crumbs>
  );
  const heading = (
    <>
      <Name text={of.experiment} /> over time
    </>
  );
  return (
    <Page title={`${of.experiment} over time`} above={above} heading={heading} aside={<CopyLink />}>
      <Pickers of={of} loads={data?.loads ?? []} shown={data?.load ?? null} />
      <Loading loaded={loaded} words="Reading the runs…" />
      {data && (data.points.length === 0 ? <NoPoints of={of} /> : <HistoryView of={of} history={data} />)}
    </Page>
  );
}

function HistoryView({ of, history }: { of: HistoryKey; history: History }) {
  const app = useApp();
  const theme = useStore(app.theme.theme);
  const symbols = useMemo(() => symbolsOf([...new Set(history.points.map((point) => point.phase))]), [history]);
  const value = `${metricLabel(history.metric)} ${quantileLabel(history.quantile)}`;
  const annotated = useAnnotations(of.team, history.points[0]!.started, { experiment: of.experiment, run: null, targets: null });
  const newest = history.points[history.points.length - 1]!;
  return (
    <>
      <HistoryChart
        history={history}
        annotations={annotated.annotations}
        symbols={symbols}
        title={`${value}${history.load ? ` at ${loadWords(history.load.load, history.load.kind)}` : ''}`}
        summary={`${value} of ${plural(history.points.length, 'run')}, ${plural(history.changes.length, 'change point')}. The newest: ${pointWords(newest)}. The table beneath has all.`}
        theme={theme}
        open={(point) => app.router.go(runView({ team: of.team, run: point.run }))}
      />
      <Annotations team={of.team} shown={annotated} subjects={{ experiment: of.experiment, run: null, targets: [] }} />
      <Changes team={of.team} changes={history.changes} />
      <HistoryTable team={of.team} history={history} symbols={symbols} value={value} />
    </>
  );
}

function NoPoints({ of }: { of: HistoryKey }) {
  return (
    <div class="empty">
      <h2>No run has this figure</h2>
      <p>
        No run of the experiment{of.from === null && of.until === null ? '' : ' in this time'} measured {metricLabel(of.metric)}
        {of.load === null ? '' : ' at this load'}. Choose another metric, time or load
        {of.load === null ? '.' : ', or '}
        {of.load !== null && <Link to={historyView({ ...of, load: null })}>show the load with most runs</Link>}
      </p>
    </div>
  );
}

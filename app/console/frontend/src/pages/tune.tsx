/** One tune: how far it is, and what it found. */

import { apiPath, withQuery } from '../api/paths';
import { experimentView, reportOf, tunesView, tuneView } from '../api/report-paths';
import type { TuneFigures } from '../api/detail-types';
import type { Tune } from '../api/report-types';
import { useApp } from '../app-context';
import { Crumbs } from '../components/crumbs';
import { ReportActions } from '../components/document/actions';
import { Report } from '../components/document/report';
import { Name } from '../components/name';
import { Activity, goesOn } from '../components/tunes/activity';
import { Figures } from '../components/tunes/figures';
import { Progress } from '../components/tunes/progress';
import { dateTime, maybeMillis, timeLeft } from '../format/time';
import { Link } from '../router/link';
import type { TuneChoice } from '../router/more-routes';
import { useStore } from '../state/store';
import { useEffect, useRef } from 'preact/hooks';
import { usePoll } from '../state/poll';
import { useReport } from '../state/report';
import { useStream } from '../state/use-stream';
import { Page } from './page';

const EVERY_MS = 15_000;

export function TunePage({ team, tune: id, choice }: { team: string; tune: string; choice: TuneChoice }) {
  const { api, router } = useApp();
  useStream(team);
  const path = apiPath(tuneView(team, id));
  const figures = usePoll(path, EVERY_MS, (signal) => api.get<TuneFigures>(path, signal));
  const tune = figures.data?.tune ?? null;
  const choose = (change: Partial<TuneChoice>): void => router.replace(withQuery(tuneView(team, id), { ...choice, ...change }));
  const address = reportOf(`${tuneView(team, id)}/report`);
  const runs = tune !== null && goesOn(tune.activity);
  const loaded = useReport(address, runs ? EVERY_MS : null);
  const ran = useRef(false);
  useEffect(() => {
    if (ran.current && !runs) {
      loaded.reload();
    }
    ran.current = runs;
  }, [runs]);
  const above = (
    <Crumbs
      places={[
        ['Tunes', tunesView()],
        [team, tunesView(team)],
      ]}
    >
      <Name text={id} />
    </Crumbs>
  );
  return (
    <Page title={`Tune ${id}`} above={above} heading={tune ? <Name text={tune.experiment} /> : <Name text={id} />} aside={<ReportActions report={address} there={loaded.data !== null} />}>
      <div class="tune-place">{tune && <Facts tune={tune} />}</div>
      {figures.data && figures.data.configurations.length > 0 && <Figures figures={figures.data} choice={choice} choose={choose} />}
      <Report team={team} loaded={loaded} />
    </Page>
  );
}

function Facts({ tune }: { tune: Tune }) {
  const { clock } = useApp();
  useStore(clock.tick);
  const end = maybeMillis(tune.expectedEnd);
  const left = end === null ? null : end - clock.now();
  return (
    <p class="facts">
      <Activity activity={tune.activity} />
      <Progress tune={tune} />
      {tune.infeasible > 0 && <span>{tune.infeasible} infeasible</span>}
      {end !== null && (
        <span class="num">
          expected end {dateTime(end)} UTC{goesOn(tune.activity) && left !== null ? `, ${timeLeft(left)}` : ''}
        </span>
      )}
      {goesOn(tune.activity) && <span>read again every 15 s</span>}
      <Link to={experimentView(tune.team, tune.experiment)}>Report of its experiment</Link>
    </p>
  );
}

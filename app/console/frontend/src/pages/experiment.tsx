/** An experiment: its phases to compare, and its report. */

import { runsView } from '../api/paths';
import { experimentsView, experimentView, historyView, reportOf } from '../api/report-paths';
import { Baselines } from '../components/change/baseline';
import { Crumbs } from '../components/crumbs';
import { ReportActions } from '../components/document/actions';
import { Report } from '../components/document/report';
import { PhasePicker } from '../components/experiments/phase-picker';
import { Name } from '../components/name';
import { Link } from '../router/link';
import { useExperiments } from '../state/phases';
import { useReport } from '../state/report';
import { useStream } from '../state/use-stream';
import { Page } from './page';

export function ExperimentPage({ team, experiment }: { team: string; experiment: string }) {
  useStream(team);
  const report = reportOf(`${experimentView(team, experiment)}/report`);
  const loaded = useReport(report);
  const experiments = useExperiments(team);
  const one = experiments.data?.find((other) => other.experiment === experiment);
  const above = (
    <Crumbs
      places={[
        ['Experiments', experimentsView()],
        [team, experimentsView(team)],
      ]}
    >
      <Name text={experiment} />
    </Crumbs>
  );
  const aside = (
    <>
      <Link class="button" to={historyView({ team, experiment })}>
        History
      </Link>
      <Link class="button" to={runsView({ team, experiment })}>
        Runs
      </Link>
      <ReportActions report={report} there={loaded.data !== null} />
    </>
  );
  return (
    <Page title={experiment} above={above} heading={<Name text={experiment} />} aside={aside}>
      <div class={experiments.data === null && experiments.error === null ? 'picker-place' : 'picker-known'}>{one && <PhasePicker team={team} experiment={experiment} phases={one.phases} />}</div>
      {one && <Baselines team={team} experiment={experiment} phases={one.phases} />}
      <Report team={team} loaded={loaded} />
    </Page>
  );
}

/** A comparison of 2 to 8 sides. The address says all of it. */

import { comparisonOf, experimentsView, experimentView, type CompareKey } from '../api/report-paths';
import type { ReportDocument } from '../api/report-types';
import { useApp } from '../app-context';
import { Comparison } from '../components/compare/comparison';
import { Refused } from '../components/compare/refused';
import { Sides } from '../components/compare/sides';
import { Crumbs } from '../components/crumbs';
import { ReportActions } from '../components/document/actions';
import { Waiting } from '../components/waiting';
import { jsonAddress } from '../api/report-paths';
import { useLoad } from '../state/load';
import { LEAST_SIDES } from '../state/sides';
import { useStore } from '../state/store';
import { useStream } from '../state/use-stream';
import { Page } from './page';

export function ComparePage({ of }: { of: CompareKey }) {
  const app = useApp();
  useStream(of.team);
  const reloads = useStore(app.reloads);
  const address = comparisonOf(of);
  const enough = of.sides.length >= LEAST_SIDES;
  const path = jsonAddress(address);
  const { data, error, reload } = useLoad(enough ? path : null, reloads, (signal) => app.api.get<ReportDocument>(path, signal));
  const places: [string, string][] = [
    ['Experiments', experimentsView()],
    [of.team, experimentsView(of.team)],
    ...(of.experiment === null ? [] : [[of.experiment, experimentView(of.team, of.experiment)] as [string, string]]),
  ];
  const title = of.sides.length > 0 ? of.sides.map((side) => withoutExperiment(side, of.experiment)).join(' / ') : 'Comparison';
  return (
    <Page title={`Comparison: ${title}`} above={<Crumbs places={places}>Comparison</Crumbs>} heading="Comparison" aside={enough && <ReportActions report={address} there={data !== null} />}>
      <Sides of={of} />
      {error !== null && <Refused error={error} of={of} retry={reload} />}
      {enough && data === null && error === null && <Waiting words="Comparing…" />}
      {data && <Comparison team={of.team} document={data} />}
    </Page>
  );
}

function withoutExperiment(side: string, experiment: string | null): string {
  return experiment !== null && side.startsWith(`${experiment}/`) ? side.slice(experiment.length + 1) : side;
}

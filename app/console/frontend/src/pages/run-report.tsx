/** The report of one run. */

import { reportOf, runReportView } from '../api/report-paths';
import type { RunKey } from '../api/types';
import { RunCrumbs } from '../components/crumbs';
import { ReportActions } from '../components/document/actions';
import { Report } from '../components/document/report';
import { Name } from '../components/name';
import { useReport } from '../state/report';
import { useStream } from '../state/use-stream';
import { Page } from './page';

export function RunReportPage({ run: key }: { run: RunKey }) {
  useStream(key.team);
  const address = reportOf(runReportView(key));
  const loaded = useReport(address);
  return (
    <Page title={`Report of ${key.run}`} above={<RunCrumbs run={key}>Report</RunCrumbs>} heading={loaded.data ? <Name text={loaded.data.title} /> : 'Report of a run'} aside={<ReportActions report={address} there={loaded.data !== null} />}>
      <Report team={key.team} loaded={loaded} />
    </Page>
  );
}

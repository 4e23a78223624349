/** The views of reports, lists and operation, and the links to them. */

import { alertsView, experimentsView, pipelineView, tunesView } from '../api/report-paths';
import { Link } from '../router/link';
import type { MoreRoute } from '../router/more-routes';
import { AlertsPage } from './alerts';
import { ComparePage } from './compare';
import { ExperimentPage } from './experiment';
import { ExperimentsPage } from './experiments';
import { HistoryPage } from './history';
import { PipelinePage } from './pipeline';
import { RunReportPage } from './run-report';
import { SoakPage } from './soak';
import { TunePage } from './tune';
import { TunesPage } from './tunes';

export function MoreView({ route }: { route: MoreRoute }) {
  switch (route.page) {
    case 'experiments':
      return <ExperimentsPage team={route.team} />;
    case 'experiment':
      return <ExperimentPage key={JSON.stringify(route)} team={route.team} experiment={route.experiment} />;
    case 'history':
      return <HistoryPage key={JSON.stringify([route.key.team, route.key.experiment])} of={route.key} />;
    case 'compare':
      return <ComparePage key={route.key.team} of={route.key} />;
    case 'tunes':
      return <TunesPage team={route.team} />;
    case 'tune':
      return <TunePage key={JSON.stringify([route.team, route.tune])} team={route.team} tune={route.tune} choice={route.choice} />;
    case 'alerts':
      return <AlertsPage team={route.team} />;
    case 'pipeline':
      return <PipelinePage team={route.team} />;
    case 'soak':
      return <SoakPage key={JSON.stringify(route.key)} run={route.key} metric={route.metric} />;
    case 'run-report':
      return <RunReportPage key={JSON.stringify(route.key)} run={route.key} />;
  }
}

const LINKS: { to: string; name: string; pages: string[] }[] = [
  { to: experimentsView(), name: 'Experiments', pages: ['experiments', 'experiment', 'history', 'compare'] },
  { to: tunesView(), name: 'Tunes', pages: ['tunes', 'tune'] },
  { to: alertsView(), name: 'Alerts', pages: ['alerts'] },
  { to: pipelineView(), name: 'Pipeline', pages: ['pipeline'] },
];

export function MoreLinks({ page }: { page: string }) {
  return (
    <>
      {LINKS.map((link) => (
        <Link key={link.to} to={link.to} current={link.pages.includes(page)}>
          {link.name}
        </Link>
      ))}
    </>
  );
}

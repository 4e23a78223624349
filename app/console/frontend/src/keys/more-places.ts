/** Pages, experiments and tunes to jump to. */

import { alertsView, experimentsView, experimentView, historyView, pipelineView, tunesView, tuneView } from '../api/report-paths';
import type { Experiment, Tune } from '../api/report-types';
import { apiPath } from '../api/paths';
import { useApp } from '../app-context';
import { useLoad } from '../state/load';
import type { Destination } from './palette';

const PAGES: Destination[] = [
  { kind: 'page', label: 'Experiments', hint: 'reports, comparisons, history', to: experimentsView() },
  { kind: 'page', label: 'Tunes', hint: 'which configuration is best', to: tunesView() },
  { kind: 'page', label: 'Alerts', hint: 'what fires, and who was notified', to: alertsView() },
  { kind: 'page', label: 'Pipeline', hint: 'how far the results are stored', to: pipelineView() },
];

export function useMorePlaces(): Destination[] {
  const { api } = useApp();
  const experiments = useLoad('palette experiments', 0, (signal) => api.get<{ experiments: Experiment[] }>(apiPath('/experiments'), signal));
  const tunes = useLoad('palette tunes', 0, (signal) => api.get<{ tunes: Tune[] }>(apiPath('/tunes'), signal));
  return [...PAGES, ...(experiments.data?.experiments ?? []).flatMap(experimentPlaces), ...(tunes.data?.tunes ?? []).map(tunePlace)];
}

function experimentPlaces({ team, experiment }: Experiment): Destination[] {
  return [
    { kind: 'experiment', label: experiment, hint: team, to: experimentView(team, experiment) },
    { kind: 'history', label: experiment, hint: `${team}, over time`, to: historyView({ team, experiment }) },
  ];
}

function tunePlace({ team, tune, experiment }: Tune): Destination {
  return { kind: 'tune', label: experiment, hint: `${team}, ${tune}`, to: tuneView(team, tune) };
}

/** The experiments of a team with their phases. */

import { apiPath } from '../api/paths';
import type { Experiment } from '../api/report-types';
import { useApp } from '../app-context';
import { useLoad, type Loaded } from './load';

export function useExperiments(team: string): Loaded<Experiment[]> {
  const { api } = useApp();
  const path = apiPath('/experiments', { team });
  return useLoad(path, 0, async (signal) => (await api.get<{ experiments: Experiment[] }>(path, signal)).experiments);
}

/** Loads what a page shows of one team, or of all, again and again. */

import { apiPath } from '../api/paths';
import { useApp } from '../app-context';
import type { Loaded } from './load';
import { usePoll } from './poll';
import { useStream } from './use-stream';

export function useTeamPoll<T>(path: string, team: string | null, everyMs: number): Loaded<T> {
  const { api } = useApp();
  useStream(team);
  const address = apiPath(path, { team });
  return usePoll(address, everyMs, (signal) => api.get<T>(address, signal));
}

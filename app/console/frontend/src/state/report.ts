/** Loads a report. */

import { jsonAddress, type ReportAddress } from '../api/report-paths';
import type { ReportDocument } from '../api/report-types';
import { useApp } from '../app-context';
import type { Loaded } from './load';
import { usePoll } from './poll';

export function useReport(address: ReportAddress, everyMs: number | null = null): Loaded<ReportDocument> {
  const { api } = useApp();
  const path = jsonAddress(address);
  return usePoll(path, everyMs, (signal) => api.get<ReportDocument>(path, signal));
}

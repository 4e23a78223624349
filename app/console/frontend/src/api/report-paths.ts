/** Addresses of reports, lists and operation: those of the page, and those of the API behind them. */

import { apiPath, runView, withQuery } from './paths';
import type { RunKey } from './types';

export interface CompareKey {
  team: string;
  sides: string[];
  experiment: string | null;
  allowMismatch: boolean;
}

export interface HistoryKey {
  team: string;
  experiment: string;
  metric: string;
  quantile: number;
  load: number | null;
  /** Days in UTC, 2026-11-26; both belong to the time. */
  from: string | null;
  until: string | null;
}

const part = encodeURIComponent;

export function experimentsView(team?: string | null): string {
  return withQuery('/experiments', { team });
}

export function experimentView(team: string, experiment: string): string {
  return `/teams/${part(team)}/experiments/${part(experiment)}`;
}

export function historyView(key: Pick<HistoryKey, 'team' | 'experiment'> & Partial<HistoryKey>): string {
  const { metric, quantile, load, from, until } = key;
  return withQuery(`${experimentView(key.team, key.experiment)}/history`, { metric, quantile, load, from, until });
}

/** What the API is asked for: its times are moments. */
export function historyPath({ from, until, ...key }: HistoryKey): string {
  return apiPath(historyView({ ...key, from: from && `${from}T00:00:00Z`, until: until && `${until}T23:59:59.999Z` }));
}

export function compareView(key: CompareKey): string {
  return `/teams/${part(key.team)}/compare${compareQuery(key)}`;
}

export function tunesView(team?: string | null): string {
  return withQuery('/tunes', { team });
}

export function tuneView(team: string, tune: string): string {
  return `/teams/${part(team)}/tunes/${part(tune)}`;
}

export function alertsView(team?: string | null): string {
  return withQuery('/alerts', { team });
}

export function pipelineView(team?: string | null): string {
  return withQuery('/pipeline', { team });
}

export function runReportView(key: RunKey): string {
  return `${runView(key)}/report`;
}

export function soakView(key: RunKey, metric?: string): string {
  return withQuery(`${runView(key)}/soak`, { metric });
}

/** What an address of a report has behind its path in both of its forms. */
export interface ReportAddress {
  path: string;
  query: string;
}

export function reportOf(view: string): ReportAddress {
  return { path: apiPath(view), query: '' };
}

export function comparisonOf(key: CompareKey): ReportAddress {
  return { path: apiPath(`/teams/${part(key.team)}/comparison`), query: compareQuery(key) };
}

export function jsonAddress({ path, query }: ReportAddress): string {
  return path + query;
}

/** The same report as one file. */
export function fileAddress({ path, query }: ReportAddress): string {
  return `${path}.html${query}`;
}

function compareQuery({ sides, experiment, allowMismatch }: CompareKey): string {
  const query = new URLSearchParams(sides.map((side) => ['side', side]));
  if (experiment !== null) {
    query.set('experiment', experiment);
  }
  if (allowMismatch) {
    query.set('allowMismatch', '1');
  }
  const text = query.toString();
  return text ? `?${text}` : '';
}

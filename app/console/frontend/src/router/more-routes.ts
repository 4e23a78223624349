/** Addresses of reports, lists and operation. */

import type { CompareKey, HistoryKey } from '../api/report-paths';
import type { RunKey } from '../api/types';

export type MoreRoute =
  | { page: 'experiments' | 'tunes' | 'alerts' | 'pipeline'; team: string | null }
  | { page: 'experiment'; team: string; experiment: string }
  | { page: 'history'; key: HistoryKey }
  | { page: 'compare'; key: CompareKey }
  | { page: 'tune'; team: string; tune: string; choice: TuneChoice }
  | { page: 'soak'; key: RunKey; metric: string }
  | { page: 'run-report'; key: RunKey };

/** What the charts of a tune show; null is the usual. */
export interface TuneChoice {
  row: string | null;
  column: string | null;
  by: string | null;
  latency: string | null;
  under: string | null;
  configuration: string | null;
}

export const HISTORY_METRICS = ['ttft', 'ttft_due', 'tpot', 'itl', 'e2e', 'e2e_due', 'queue_time'];
export const QUANTILES = [0.5, 0.95, 0.99];
const USUAL_QUANTILE = 0.99;

export function parseMore(parts: string[], query: URLSearchParams): MoreRoute | null {
  const [first, team, kind, name, last] = parts;
  if (parts.length === 1 && (first === 'experiments' || first === 'tunes' || first === 'alerts' || first === 'pipeline')) {
    return { page: first, team: query.get('team') };
  }
  if (first !== 'teams' || !team) {
    return null;
  }
  if (parts.length === 3 && kind === 'compare') {
    return { page: 'compare', key: { team, sides: query.getAll('side'), experiment: query.get('experiment'), allowMismatch: query.has('allowMismatch') } };
  }
  if (!name) {
    return null;
  }
  if (parts.length === 4) {
    return kind === 'experiments' ? { page: 'experiment', team, experiment: name } : kind === 'tunes' ? { page: 'tune', team, tune: name, choice: tuneChoice(query) } : null;
  }
  if (parts.length === 5 && kind === 'experiments' && last === 'history') {
    return { page: 'history', key: historyKey(team, name, query) };
  }
  if (parts.length === 5 && kind === 'runs' && last === 'soak') {
    const metric = query.get('metric') ?? 'ttft';
    return { page: 'soak', key: { team, run: name }, metric: HISTORY_METRICS.includes(metric) ? metric : 'ttft' };
  }
  return parts.length === 5 && kind === 'runs' && last === 'report' ? { page: 'run-report', key: { team, run: name } } : null;
}

function tuneChoice(query: URLSearchParams): TuneChoice {
  return {
    row: query.get('row'),
    column: query.get('column'),
    by: query.get('by'),
    latency: query.get('latency'),
    under: query.get('under'),
    configuration: query.get('configuration'),
  };
}

function historyKey(team: string, experiment: string, query: URLSearchParams): HistoryKey {
  const metric = query.get('metric') ?? 'ttft';
  const quantile = Number(query.get('quantile') ?? USUAL_QUANTILE);
  const load = query.get('load') === null ? NaN : Number(query.get('load'));
  return {
    team,
    experiment,
    metric: HISTORY_METRICS.includes(metric) ? metric : 'ttft',
    quantile: quantile > 0 && quantile < 1 ? quantile : USUAL_QUANTILE,
    load: Number.isFinite(load) ? load : null,
    from: day(query.get('from')),
    until: day(query.get('until')),
  };
}

function day(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && Number.isFinite(Date.parse(text)) ? text : null;
}

/** Addresses of views, read and written. */

import type { RunKey } from '../api/types';
import { parseMore, type MoreRoute } from './more-routes';

export type Route =
  | { page: 'now'; team: string | null }
  | { page: 'runs'; team: string | null; experiment: string | null; phase: string | null; text: string | null }
  | { page: 'run'; key: RunKey; view: AskedView }
  | MoreRoute
  | { page: 'login' }
  | { page: 'unknown'; path: string };

/** What the address asks the run page to show of a run; without a metric it is that of the objective that failed. */
export interface AskedView extends Omit<RunView, 'metric'> {
  metric: string | null;
}

/** What the run page shows of a run. */
export interface RunView {
  metric: string;
  step: number | null;
  /** Milliseconds. */
  from: number | null;
  until: number | null;
  requestClass: string | null;
  target: string | null;
}

export const METRICS = ['ttft', 'tpot', 'itl', 'e2e'] as const;
const ALL_METRICS = ['ttft', 'ttft_due', 'tpot', 'itl', 'e2e', 'queue_time', 'e2e_due'];

export function parseRoute(path: string, search: string): Route {
  const query = new URLSearchParams(search);
  const parts = segments(path);
  if (parts === null) {
    return { page: 'unknown', path };
  }
  if (parts.length === 0) {
    return { page: 'now', team: query.get('team') };
  }
  if (parts.length === 1 && parts[0] === 'runs') {
    return { page: 'runs', team: query.get('team'), experiment: query.get('experiment'), phase: query.get('phase'), text: query.get('text') };
  }
  if (parts.length === 1 && parts[0] === 'login') {
    return { page: 'login' };
  }
  const [teams, team, runs, run] = parts;
  if (parts.length === 4 && teams === 'teams' && runs === 'runs' && team && run) {
    return { page: 'run', key: { team, run }, view: parseView(query) };
  }
  return parseMore(parts, query) ?? { page: 'unknown', path };
}

function segments(path: string): string[] | null {
  try {
    return path.replace(/^\/|\/$/g, '').split('/').filter((part, _, all) => part !== '' || all.length > 1).map(decodeURIComponent);
  } catch {
    return null;
  }
}

function parseView(query: URLSearchParams): AskedView {
  const metric = query.get('metric');
  return {
    metric: metric !== null && ALL_METRICS.includes(metric) ? metric : null,
    step: stepNumber(query.get('step')),
    from: time(query.get('from')),
    until: time(query.get('until')),
    requestClass: query.get('class'),
    target: query.get('target'),
  };
}

export function viewQuery(view: AskedView): Record<string, string | number | null> {
  return {
    metric: view.metric,
    step: view.step,
    from: view.from === null ? null : new Date(view.from).toISOString(),
    until: view.until === null ? null : new Date(view.until).toISOString(),
    class: view.requestClass,
    target: view.target,
  };
}

/** From 1, as everywhere. */
function stepNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

function time(text: string | null): number | null {
  const at = text === null ? NaN : Date.parse(text);
  return Number.isFinite(at) ? at : null;
}

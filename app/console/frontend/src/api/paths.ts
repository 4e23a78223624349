/** Addresses of the API and of the page's own views. Every part that comes from data is escaped. */

import type { RunKey } from './types';

export type Query = Record<string, string | number | null | undefined>;

const API = '/api/v1';

export function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') {
      params.set(name, String(value));
    }
  }
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

export function apiPath(path: string, query: Query = {}): string {
  return withQuery(API + path, query);
}

export function apiRunPath(key: RunKey, part = '', query: Query = {}): string {
  return apiPath(`${runView(key)}${part}`, query);
}

/** The view of a run: the same path as in the API, without its prefix. */
export function runView(key: RunKey, query: Query = {}): string {
  return withQuery(`/teams/${encodeURIComponent(key.team)}/runs/${encodeURIComponent(key.run)}`, query);
}

export function nowView(team?: string): string {
  return withQuery('/', { team });
}

export function runsView(query: Query = {}): string {
  return withQuery('/runs', query);
}

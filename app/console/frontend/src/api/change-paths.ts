/** Addresses of the API that change something. */

import { apiPath } from './paths';

const part = encodeURIComponent;

export function mutesPath(team: string, id?: string): string {
  return of(team, 'mutes', id);
}

export function baselinesPath(team: string, name?: string): string {
  return of(team, 'baselines', name);
}

export function annotationsPath(team: string, id?: string): string {
  return of(team, 'annotations', id);
}

export function objectivesPath(team: string, run: string): string {
  return apiPath(`/teams/${part(team)}/runs/${part(run)}/objectives`);
}

export function stopPath(team: string, run: string): string {
  return apiPath(`/teams/${part(team)}/runs/${part(run)}/stop`);
}

function of(team: string, what: string, id?: string): string {
  return apiPath(`/teams/${part(team)}/${what}${id === undefined ? '' : `/${part(id)}`}`);
}

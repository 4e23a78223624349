/** Reads the API. A failure is an ApiError with the server's own words. */

import { apiPath, apiRunPath, type Query } from './paths';
import type { BadRequests, Breach, Breaches, Now, Run, RunKey, Runs, Session, Team, Windows } from './types';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
  ) {
    super(detail || title);
  }
}

/** Whether the server says that there is no such thing. */
export function isMissing(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status === 404;
}

/** The most breaches that a page holds: the oldest ones of a run. */
const MOST_BREACHES = 2000;

export class Api {
  /** Called at each 401 of a read. */
  onUnauthorized: () => void = () => {};

  session(): Promise<Session> {
    return this.json(apiPath('/session'));
  }

  logIn(token: string): Promise<Session> {
    const body = JSON.stringify({ token });
    return send('POST', apiPath('/session'), body).then((response) => response.json() as Promise<Session>);
  }

  async logOut(): Promise<void> {
    await send('DELETE', apiPath('/session'));
  }

  now(team: string | undefined, signal?: AbortSignal): Promise<Now> {
    return this.json(apiPath('/now', { team }), signal);
  }

  async teams(signal?: AbortSignal): Promise<Team[]> {
    return (await this.json<{ teams: Team[] }>(apiPath('/teams'), signal)).teams;
  }

  runs(query: Query, signal?: AbortSignal): Promise<Runs> {
    return this.json(apiPath('/runs', query), signal);
  }

  run(key: RunKey, signal?: AbortSignal): Promise<Run> {
    return this.json(apiRunPath(key), signal);
  }

  async breaches(key: RunKey, signal?: AbortSignal): Promise<Breach[]> {
    const all: Breach[] = [];
    let cursor: string | null = null;
    do {
      const page: Breaches = await this.json(apiRunPath(key, '/breaches', { limit: 1000, cursor }), signal);
      all.push(...page.breaches);
      cursor = page.next;
    } while (cursor !== null && all.length < MOST_BREACHES);
    return all;
  }

  badRequests(key: RunKey, query: Query, signal?: AbortSignal): Promise<BadRequests> {
    return this.json(apiRunPath(key, '/requests', query), signal);
  }

  windows(key: RunKey, query: Query, signal?: AbortSignal): Promise<Windows> {
    return this.json(apiRunPath(key, '/windows', query), signal);
  }

  async windowsCsv(key: RunKey, query: Query): Promise<Blob> {
    return (await this.read(apiRunPath(key, '/windows', query), 'text/csv')).blob();
  }

  /** Changes something. */
  async change(method: 'POST' | 'DELETE', path: string, body: object): Promise<void> {
    try {
      await send(method, path, JSON.stringify(body));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        this.onUnauthorized();
      }
      throw error;
    }
  }

  /** Reads what an address of the API gives. */
  get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.json(path, signal);
  }

  private async json<T>(path: string, signal?: AbortSignal): Promise<T> {
    return (await this.read(path, 'application/json', signal)).json() as Promise<T>;
  }

  private async read(path: string, accept: string, signal?: AbortSignal): Promise<Response> {
    try {
      return await checked(await fetch(path, { headers: { Accept: accept }, signal, credentials: 'same-origin' }));
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) {
        this.onUnauthorized();
      }
      throw named(error);
    }
  }
}

/** A request that changes something: the header tells the server that a script of this page sent it. */
async function send(method: string, path: string, body?: string): Promise<Response> {
  const headers: Record<string, string> = { 'X-Tidemark-Console': '1', Accept: 'application/json' };
  if (body !== undefined) {
    headers['Content-Type'] = 'application/json';
  }
  try {
    return await checked(await fetch(path, { method, headers, body, credentials: 'same-origin' }));
  } catch (error) {
    throw named(error);
  }
}

async function checked(response: Response): Promise<Response> {
  if (response.ok) {
    return response;
  }
  let title = response.statusText || `Status ${response.status}`;
  let detail = '';
  try {
    const problem: unknown = await response.json();
    if (problem && typeof problem === 'object') {
      const fields = problem as Record<string, unknown>;
      title = typeof fields.title === 'string' ? fields.title : title;
      detail = typeof fields.detail === 'string' ? fields.detail : '';
    }
  } catch {
    detail = `The server answered with status ${response.status}.`;
  }
  throw new ApiError(response.status, title, detail);
}

function named(error: unknown): unknown {
  if (error instanceof TypeError) {
    return new ApiError(0, 'The server cannot be reached', 'The console did not answer. Is it running?');
  }
  return error;
}

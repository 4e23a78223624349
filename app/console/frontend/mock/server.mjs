/**
 * Serves dist/ and a mock of the API, to look at the page without a server.
 * Environment: PORT (4173), MOCK_LOGIN=1 (asks for a token; "bad" is refused), MOCK_PROVIDER=URL (offers a login there, which opens at once), MOCK_EMPTY=1 (no runs), MOCK_SKEW_S (the server's clock is so far ahead).
 */

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { answerChange, mutes } from './changes.mjs';
import { answerMore } from './more.mjs';
import { thin, windowsBetween } from './model.mjs';
import { badRequests, breaches, FEEDS, fullRun, known, listed, liveRun, RUNS } from './world.mjs';

const DIST = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
const PORT = Number(process.env.PORT ?? 4173);
const LOGIN = process.env.MOCK_LOGIN === '1';
const PROVIDER = process.env.MOCK_PROVIDER ?? null;
const SKEW_MS = Number(process.env.MOCK_SKEW_S ?? 0) * 1000;
const CSP = "default-src 'self'; img-src 'self' data: blob:; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.svg': 'image/svg+xml' };
const runs = process.env.MOCK_EMPTY === '1' ? [] : RUNS;

const PROCESS = `mock${Date.now()}`;

const now = () => Date.now();
const iso = (at) => new Date(at + SKEW_MS).toISOString();

/** Moves all times of an answer by the skew, so that the server's clock is consistently ahead. */
function moved(value) {
  if (SKEW_MS === 0) {
    return value;
  }
  return JSON.parse(JSON.stringify(value), (_, one) => (typeof one === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(one) ? iso(Date.parse(one)) : one));
}

function json(response, value, status = 200, type = 'application/json') {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-cache' });
  response.end(JSON.stringify(moved(value)));
}

function problem(response, status, title, detail) {
  json(response, { type: 'about:blank', title, status, detail }, status, 'application/problem+json');
}

function file(response, html) {
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Content-Disposition': 'attachment; filename="report.html"' });
  response.end(html);
}

function session(request) {
  const done = /tidemark-session=/.test(request.headers.cookie ?? '');
  return {
    login: LOGIN ? (done ? 'done' : 'needed') : 'none',
    logins: { token: LOGIN, provider: PROVIDER },
    caller: LOGIN && done ? 'sre@example.org' : null,
    teams: LOGIN && !done ? [] : FEEDS.map((feed) => feed.team),
    allTeams: !LOGIN,
    mayChange: { allTeams: true, teams: [], objectives: FEEDS.map((feed) => feed.team), stops: FEEDS.map((feed) => feed.team) },
    expires: LOGIN && done ? new Date(now() + 3_600_000).toISOString() : null,
    now: new Date(now()).toISOString(),
  };
}

async function answer(request, response) {
  const address = new URL(request.url, 'http://mock');
  const parts = address.pathname.split('/').slice(3).map(decodeURIComponent);
  const query = address.searchParams;
  const what = `${request.method} ${parts[0]}`;
  if (what === 'GET session') {
    return json(response, session(request));
  }
  if (what === 'POST session' || what === 'DELETE session') {
    return changeSession(request, response);
  }
  if (session(request).login === 'needed') {
    return problem(response, 401, 'Log in first', 'This server needs a login.');
  }
  const changed = answerChange(request.method, parts, request.method === 'GET' ? {} : JSON.parse(await text(request)), new Date(now()).toISOString());
  if (changed) {
    return changed.json ? json(response, changed.json, changed.status) : response.writeHead(changed.status).end();
  }
  const more = answerMore(parts, query, process.env.MOCK_EMPTY === '1');
  if (more) {
    more.json?.mutes?.push(...mutes);
    return more.status ? problem(response, more.status, more.title, more.detail) : more.html ? file(response, more.html) : json(response, more.json);
  }
  const ofTeam = (one) => !query.get('team') || one.team === query.get('team');
  switch (parts[0]) {
    case 'now':
      return json(response, { now: new Date(now()).toISOString(), feeds: FEEDS.filter(ofTeam), runs: runs.filter(ofTeam).map((one) => liveRun(one, now())) });
    case 'teams':
      return parts.length === 1 ? json(response, { teams: FEEDS.map((feed) => ({ team: feed.team, live: feed.state === 'ready' })) }) : answerRun(request, response, parts, query);
    case 'runs':
      return answerRuns(response, query);
    case 'events':
      return events(request, response, query);
    default:
      return problem(response, 404, 'Not found', `${address.pathname} is no path of the API.`);
  }
}

async function text(request) {
  let body = '';
  for await (const part of request) {
    body += part;
  }
  return body;
}

async function changeSession(request, response) {
  if (request.headers['x-tidemark-console'] !== '1') {
    return problem(response, 403, 'Not from the console', 'The header X-Tidemark-Console is missing.');
  }
  if (request.method === 'DELETE') {
    response.writeHead(204, { 'Set-Cookie': 'tidemark-session=; Max-Age=0; Path=/' });
    return response.end();
  }
  if (JSON.parse(await text(request)).token === 'bad') {
    return problem(response, 401, 'The token is not valid', 'The token has expired. Get a new one with: tidemark token.');
  }
  response.setHeader('Set-Cookie', 'tidemark-session=1; HttpOnly; SameSite=Strict; Path=/');
  return json(response, { ...session({ headers: { cookie: 'tidemark-session=1' } }) });
}

function answerRuns(response, query) {
  const asked = (name) => (one) => !query.get(name) || one[name] === query.get(name);
  const older = Array.from({ length: 130 }, (_, i) => ({ ...RUNS[1], run: `older-${String(i).padStart(3, '0')}`, startedMs: RUNS[1].startedMs - (i + 1) * 86_400_000 / 4 }));
  const all = (runs.length ? [...runs, ...older] : []).filter(asked('team')).filter(asked('experiment')).filter(asked('phase')).filter((one) => `${one.run} ${one.experiment} ${one.phase}`.toLowerCase().includes((query.get('text') ?? '').toLowerCase())).sort((a, b) => b.startedMs - a.startedMs);
  const from = Number(query.get('cursor') ?? 0);
  const limit = Number(query.get('limit') ?? 50);
  const next = from + limit < all.length ? String(from + limit) : null;
  return json(response, { runs: all.slice(from, from + limit).map(listed), next });
}

function answerRun(request, response, parts, query) {
  const one = runs.find((other) => other.team === parts[1] && other.run === parts[3]);
  if (!one) {
    return problem(response, 404, 'No such run', `Run "${parts[3]}" of team "${parts[1]}" is not in the store.`);
  }
  switch (parts[4]) {
    case undefined:
      return json(response, fullRun(one, now()));
    case 'breaches':
      return json(response, { breaches: breaches(one, now()), next: null });
    case 'requests':
      return json(response, badRequests(one, query.get('objective')));
    case 'windows':
      return windows(request, response, one, query);
    case 'report.html':
      response.writeHead(200, { 'Content-Type': 'text/html' });
      return response.end('<h1>Report</h1>');
    default:
      return problem(response, 404, 'Not found', 'No such part of a run.');
  }
}

function windows(request, response, one, query) {
  const time = (name, other) => (query.get(name) ? Date.parse(query.get(name)) - SKEW_MS : other);
  const found = windowsBetween(one, query.get('metric'), time('from', 0), Math.min(time('until', Infinity), known(one, now())), one.status === 'RUNNING' ? now() : null);
  if (request.headers.accept === 'text/csv') {
    response.writeHead(200, { 'Content-Type': 'text/csv' });
    return response.end(['end,p99Nanos', ...found.map((window) => `${window.end},${window.p99Nanos}`)].join('\n'));
  }
  const kept = thin(found, Number(query.get('points') ?? 1000));
  return json(response, { metric: query.get('metric'), windowSeconds: 10, total: found.length, gapNanos: kept.length < found.length ? (4 * 2e9 * found.length) / kept.length : 6e9, windows: kept });
}

function events(request, response, query) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  let id = now();
  const send = (name, value) => response.write(`id: ${PROCESS}-${++id}\nevent: ${name}\ndata: ${JSON.stringify(moved(value))}\n\n`);
  const ofTeam = (one) => !query.get('team') || one.team === query.get('team');
  const clock = () => ({ now: new Date(now()).toISOString(), feeds: FEEDS.filter(ofTeam) });
  send('hello', clock());
  runs.filter(ofTeam).forEach((one) => send('run', liveRun(one, now())));
  const asked = query.getAll('run');
  const shown = runs.filter((one) => asked.includes(`${one.team}/${one.run}`) && one.status === 'RUNNING');
  let sent = now() - 30_000;
  let tick = 0;
  const timer = setInterval(() => {
    tick++;
    if (tick % 5 === 0) {
      send('time', clock());
    }
    runs.filter(ofTeam).filter((one) => one.status === 'RUNNING' && !one.silentFromMs).forEach((one) => send('run', liveRun(one, now())));
    for (const one of shown) {
      tellOf(one, tick, sent, send);
    }
    if (tick % 2 === 0) {
      sent = now() - 30_000;
    }
  }, 1000);
  request.on('close', () => clearInterval(timer));
}

function tellOf(one, tick, sent, send) {
  const { team, run } = one;
  if (tick % 2 === 0) {
    for (const metric of ['ttft', 'tpot', 'itl', 'e2e']) {
      send('windows', { team, run, metric, windowSeconds: 10, windows: windowsBetween(one, metric, sent, known(one, now()), now()) });
    }
    breaches(one, now()).slice(-1).forEach((breach) => send('breach', { team, run, breach }));
  }
  if (tick % 20 === 0) {
    send('changed', { team, run, what: 'steps' });
  }
}

async function page(request, response) {
  const path = normalize(decodeURIComponent(new URL(request.url, 'http://mock').pathname));
  const name = extname(path) && path.split('/').length === 2 ? path : '/index.html';
  try {
    const bytes = await readFile(join(DIST, name));
    response.writeHead(200, { 'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream' });
    response.end(bytes);
  } catch {
    response.writeHead(404);
    response.end();
  }
}

createServer((request, response) => {
  response.setHeader('Content-Security-Policy', CSP);
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (request.url.startsWith('/login/start?')) {
    const to = new URL(request.url, 'http://mock').searchParams.get('return') ?? '/';
    response.writeHead(303, { Location: `/${to.replace(/^[/\\]+/, '')}`, 'Set-Cookie': 'tidemark-session=1; HttpOnly; SameSite=Strict; Path=/' });
    response.end();
    return;
  }
  const work = request.url.startsWith('/api/v1/') ? answer(request, response) : page(request, response);
  Promise.resolve(work).catch((error) => {
    console.error(error);
    response.destroy();
  });
}).listen(PORT, '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}`));

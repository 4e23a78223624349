/**
 * One event stream for all tabs of a browser. Tabs say which team or run they show; the hub asks the server for all of these together and passes to each
 * tab what it asked for. A tab that comes gets the last minute of its run again; the others get nothing twice.
 */

import { apiPath } from '../api/paths';
import type { RunKey, ServerTime } from '../api/types';
import { EventConnection, type ConnectionPorts } from './connection';
import type { ConnectionState, EventMessage, EventName, FromHub, Scope, ToHub } from './messages';
import { placeOf, Trail } from './place';

/** The most runs that the server tells of in one stream. */
const MOST_RUNS = 50;
/** Tabs that open together share one new connection. */
const SETTLE_MS = 25;
const PING_MS = 5_000;
/** A tab that answers no ping for so long was closed, or crashed, or sleeps. */
const GONE_MS = 60_000;

/** New to the connection, asked for by the one that is being opened, or served. */
type Phase = 'new' | 'asked' | 'served';

interface Tab {
  send(message: FromHub): void;
  scope: Scope | null;
  phase: Phase;
  /** Number of the last event that it was sent or that was not for it. */
  seen: number;
  aliveAt: number;
}

export interface HubTab {
  receive(message: ToHub): void;
}

export class Hub {
  private readonly tabs = new Set<Tab>();
  private readonly connection: EventConnection;
  private readonly trail = new Trail();
  private address: string | null = null;
  private process = '';
  private state: ConnectionState = 'connecting';
  private pingedAt = 0;
  private settling: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly ports: ConnectionPorts) {
    this.connection = new EventConnection(
      {
        event: (name, id, data) => this.receive(name, id, data),
        state: (state) => this.changed(state),
      },
      { monotonic: ports.monotonic, refused: () => this.refused() },
    );
  }

  add(send: (message: FromHub) => void): HubTab {
    const tab: Tab = { send, scope: null, phase: 'new', seen: -1, aliveAt: this.ports.monotonic() };
    this.tabs.add(tab);
    return { receive: (message) => this.told(tab, message) };
  }

  /** To be called once a second. */
  watch(): void {
    const now = this.ports.monotonic();
    const gone = [...this.tabs].filter((tab) => now - tab.aliveAt > GONE_MS);
    gone.forEach((tab) => this.tabs.delete(tab));
    if (gone.length > 0) {
      this.settleSoon();
    }
    if (now - this.pingedAt >= PING_MS) {
      this.pingedAt = now;
      this.tabs.forEach((tab) => tab.send({ type: 'ping' }));
    }
    this.connection.watch();
  }

  private told(tab: Tab, message: ToHub): void {
    tab.aliveAt = this.ports.monotonic();
    switch (message.type) {
      case 'open':
        // One that was thought to be gone is back.
        this.tabs.add(tab);
        return this.open(tab, message.scope);
      case 'close':
        tab.scope = null;
        return this.settleSoon();
      case 'bye':
        this.tabs.delete(tab);
        return this.settleSoon();
      case 'alive':
        return undefined;
    }
  }

  private open(tab: Tab, scope: Scope): void {
    tab.scope = scope;
    tab.phase = 'new';
    tab.seen = -1;
    if (runsOf(this.tabs).length > MOST_RUNS) {
      tab.scope = null;
      tab.send({ type: 'full' });
      return;
    }
    tab.send({ type: 'state', state: this.state });
    this.settleSoon();
  }

  private settleSoon(): void {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), SETTLE_MS);
  }

  /** Opens the stream that all tabs together need. */
  private settle(): void {
    const address = addressOf(this.tabs);
    const fresh = [...this.tabs].filter((tab) => tab.scope !== null && tab.phase === 'new');
    if (address === null) {
      this.forget();
      this.connection.close();
      return;
    }
    if (fresh.length === 0 && address === this.address) {
      return;
    }
    const after = fresh.length > 0 ? this.trail.aMinuteAgo() : this.connection.place;
    this.address = address;
    this.connection.open(address, after);
    fresh.forEach((tab) => (tab.phase = 'asked'));
  }

  private forget(): void {
    this.address = null;
    this.process = '';
    this.trail.clear();
  }

  private receive(name: EventName, id: string, text: string): void {
    const data = parsed(name, text);
    if (data === undefined) {
      return;
    }
    const place = placeOf(id);
    if (place && place.process !== this.process) {
      this.process = place.process;
      this.trail.clear();
      this.tabs.forEach((tab) => (tab.seen = -1));
    }
    if (name === 'hello') {
      this.tabs.forEach((tab) => (tab.phase = tab.phase === 'asked' ? 'served' : tab.phase));
    }
    if (place && (name === 'hello' || name === 'time')) {
      this.trail.add(this.ports.monotonic(), id);
    }
    this.pass({ type: 'event', name, data } as EventMessage, place?.number ?? null);
    if (name === 'expired') {
      this.end();
    }
  }

  private pass(message: EventMessage, number: number | null): void {
    for (const tab of this.tabs) {
      const own = tab.scope === null ? null : ofTab(tab, message, number);
      if (own) {
        tab.send(own);
      }
      if (number !== null && message.name !== 'hello' && tab.phase === 'served') {
        tab.seen = Math.max(tab.seen, number);
      }
    }
  }

  /** The login is over: nothing is read until a tab asks anew. */
  private end(): void {
    this.tabs.forEach((tab) => (tab.scope = null));
    this.forget();
    this.connection.close();
  }

  private changed(state: ConnectionState): void {
    this.state = state;
    this.tabs.forEach((tab) => tab.scope !== null && tab.send({ type: 'state', state }));
  }

  private async refused(): Promise<boolean> {
    const over = await this.ports.refused();
    if (over) {
      this.pass({ type: 'event', name: 'expired', data: null }, null);
      this.end();
    }
    return over;
  }
}

function parsed(name: EventName, text: string): unknown {
  if (name === 'reset' || name === 'expired') {
    return null;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What of an event is for a tab; null where nothing is. */
function ofTab(tab: Tab, message: EventMessage, number: number | null): EventMessage | null {
  const { team } = tab.scope!;
  switch (message.name) {
    case 'hello':
    case 'time':
      return { ...message, data: feedsOf(message.data, team) };
    case 'run':
      return team === undefined || message.data.team === team ? message : null;
    case 'windows':
    case 'breach':
    case 'changed':
      return tab.phase === 'served' && isOfRun(tab.scope!, message.data) && (number === null || number > tab.seen) ? message : null;
    default:
      return message;
  }
}

function feedsOf(time: ServerTime, team: string | undefined): ServerTime {
  return team === undefined ? time : { ...time, feeds: time.feeds.filter((feed) => feed.team === team) };
}

function isOfRun(scope: Scope, run: RunKey): boolean {
  return scope.run === run.run && scope.team === run.team;
}

function runsOf(tabs: Iterable<Tab>): string[] {
  const runs = [...tabs].flatMap(({ scope }) => (scope?.run === undefined ? [] : [`${scope.team}/${scope.run}`]));
  return [...new Set(runs)].sort();
}

/** null where no tab shows anything. One team is asked for alone if all tabs show it. */
function addressOf(tabs: Iterable<Tab>): string | null {
  const scopes = [...tabs].flatMap(({ scope }) => (scope === null ? [] : [scope]));
  const first = scopes[0];
  if (!first) {
    return null;
  }
  const team = scopes.every((scope) => scope.team === first.team) ? first.team : undefined;
  const runs = new URLSearchParams(runsOf(tabs).map((run) => ['run', run])).toString();
  const path = apiPath('/events', { team });
  return runs === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${runs}`;
}

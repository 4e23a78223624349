/**
 * The one event stream of a tab. The browser reconnects after a loss; a stream that is quiet for too long is opened again. A tab that is hidden
 * for a while has no stream: browsers allow few connections to a host, and other tabs need theirs.
 */

import { apiPath } from '../api/paths';
import type { BreachEvent, ChangedEvent, LiveRun, ServerTime, WindowsEvent } from '../api/types';
import { Store } from '../state/store';

/** The server sends `time` every 5 s: three missed ones are a dead connection. */
const QUIET_MS = 15_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;
const HIDDEN_MS = 60_000;

export interface Scope {
  team?: string;
  run?: string;
}

export interface Connection {
  state: 'connecting' | 'open' | 'lost';
  /** The server's time of the loss. */
  lostAt: number | null;
}

export interface StreamPorts {
  /** The server's time. */
  now(): number;
  /** Milliseconds of a clock that is never set. */
  monotonic(): number;
  /** Called where the server refused the stream; tells whether a login is needed. */
  refused(): Promise<boolean>;
}

export interface EventHandlers {
  hello(event: ServerTime): void;
  time(event: ServerTime): void;
  run(event: LiveRun): void;
  windows(event: WindowsEvent): void;
  breach(event: BreachEvent): void;
  changed(event: ChangedEvent): void;
  reset(): void;
  expired(): void;
}

const NAMES: (keyof EventHandlers)[] = ['hello', 'time', 'run', 'windows', 'breach', 'changed', 'reset', 'expired'];

export class EventStream {
  readonly connection = new Store<Connection>({ state: 'connecting', lostAt: null });
  private source: EventSource | null = null;
  private scope: Scope | null = null;
  private heardAt = 0;
  private retryMs = FIRST_RETRY_MS;
  private reopened = false;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly handlers: EventHandlers,
    private readonly ports: StreamPorts,
  ) {}

  start(): void {
    setInterval(() => this.watch(), 1_000);
    document.addEventListener('visibilitychange', () => this.seen(document.visibilityState === 'visible'));
    // The browser keeps a page that was left for the way back, and with it the connection, for a minute.
    window.addEventListener('pagehide', () => this.disconnect());
    window.addEventListener('pageshow', () => this.seen(true));
  }

  seen(visible: boolean): void {
    clearTimeout(this.hiding);
    if (!visible) {
      this.hiding = setTimeout(() => this.disconnect(), HIDDEN_MS);
    } else if (this.scope && !this.source) {
      this.reopen();
    }
  }

  /** Opens the stream of a scope; the same scope again changes nothing. */
  open(scope: Scope): void {
    if (this.scope && this.source && this.scope.team === scope.team && this.scope.run === scope.run) {
      return;
    }
    this.scope = scope;
    this.connect();
  }

  close(): void {
    this.scope = null;
    this.disconnect();
  }

  private connect(): void {
    this.disconnect();
    if (!this.scope) {
      return;
    }
    const source = new EventSource(apiPath('/events', { team: this.scope.team, run: this.scope.run }));
    this.source = source;
    this.heardAt = this.ports.monotonic();
    for (const name of NAMES) {
      source.addEventListener(name, (event) => this.receive(source, name, (event as MessageEvent<string>).data));
    }
    source.onerror = () => this.failed(source);
  }

  private disconnect(): void {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  private receive(source: EventSource, name: keyof EventHandlers, data: string): void {
    if (source !== this.source) {
      return;
    }
    this.heardAt = this.ports.monotonic();
    this.retryMs = FIRST_RETRY_MS;
    if (name === 'expired') {
      this.close();
    }
    dispatch(this.handlers, name, data);
    if (this.reopened) {
      this.reopened = false;
      this.handlers.reset();
    }
    if (this.connection.get().state !== 'open') {
      this.connection.set({ state: 'open', lostAt: null });
    }
  }

  private failed(source: EventSource): void {
    if (source !== this.source) {
      return;
    }
    this.lost();
    if (source.readyState === EventSource.CLOSED) {
      this.source = null;
      this.retryLater();
    }
  }

  private lost(): void {
    if (this.connection.get().state !== 'lost') {
      this.connection.set({ state: 'lost', lostAt: this.ports.now() });
    }
  }

  private retryLater(): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(async () => {
      if (await this.ports.refused()) {
        return;
      }
      if (this.scope && !this.source) {
        this.reopen();
      }
    }, this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }

  /** A new stream has no last id: what came in between is missing, so that the data is loaded again once it speaks. */
  private reopen(): void {
    this.connect();
    this.reopened = true;
  }

  watch(): void {
    if (this.source && this.ports.monotonic() - this.heardAt > QUIET_MS) {
      this.lost();
      this.reopen();
    }
  }
}

function dispatch(handlers: EventHandlers, name: keyof EventHandlers, data: string): void {
  if (name === 'reset' || name === 'expired') {
    handlers[name]();
    return;
  }
  let event: unknown;
  try {
    event = JSON.parse(data);
  } catch {
    return;
  }
  (handlers[name] as (event: unknown) => void)(event);
}

/** What a tab hears of the event stream, which its hub reads for all tabs. A tab that hears nothing of its hub for too long asks anew. */

import { Store } from '../state/store';
import { ownLink, sharedLink, type HubLink } from './link';
import type { ConnectionState, EventMessage, Events, FromHub, Scope } from './messages';

export type { Scope } from './messages';

/** The hub pings every 5 s. */
const SILENT_MS = 20_000;
/** A tab with a connection of its own gives it up when it is hidden for so long: browsers allow few to a host, and other tabs need theirs. */
const HIDDEN_MS = 60_000;

export interface Connection {
  state: ConnectionState;
  /** The server's time of the loss. */
  lostAt: number | null;
}

export interface StreamPorts {
  /** The server's time. */
  now(): number;
  /** Milliseconds of a clock that is never set. */
  monotonic(): number;
  shared: typeof sharedLink;
  own: typeof ownLink;
}

export type EventHandlers = { [N in keyof Events]: (event: Events[N]) => void };

export class EventStream {
  readonly connection = new Store<Connection>({ state: 'connecting', lostAt: null });
  private link: HubLink | null = null;
  private scope: Scope | null = null;
  private heardAt = 0;
  private missed = false;
  private alone = false;
  private hiding: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly handlers: EventHandlers,
    private readonly ports: StreamPorts,
  ) {}

  start(): void {
    setInterval(() => this.watch(), 1_000);
    document.addEventListener('visibilitychange', () => this.seen(document.visibilityState === 'visible'));
    // The browser keeps a page that was left for the way back.
    window.addEventListener('pagehide', () => this.unlink());
    window.addEventListener('pageshow', () => this.seen(true));
  }

  seen(visible: boolean): void {
    clearTimeout(this.hiding);
    if (visible) {
      this.again();
    } else if (this.link && !this.link.shared) {
      this.hiding = setTimeout(() => this.unlink(), HIDDEN_MS);
    }
  }

  /** Hears of a scope; the same scope again changes nothing. */
  open(scope: Scope): void {
    if (this.scope && this.link && this.scope.team === scope.team && this.scope.run === scope.run) {
      return;
    }
    this.scope = scope;
    this.missed = false;
    this.linked().send({ type: 'open', scope });
  }

  close(): void {
    this.scope = null;
    this.link?.send({ type: 'close' });
  }

  watch(): void {
    if (this.scope && this.link && this.ports.monotonic() - this.heardAt > SILENT_MS) {
      this.unlink();
      this.lost();
      this.again();
    }
  }

  /** What came while the tab had no hub is missing, so that the data is loaded again once the new one speaks. */
  private again(): void {
    if (this.scope && !this.link) {
      this.linked().send({ type: 'open', scope: this.scope });
      this.missed = true;
    }
  }

  private linked(): HubLink {
    this.heardAt = this.ports.monotonic();
    this.link ??= this.newLink();
    return this.link;
  }

  private newLink(): HubLink {
    let current: HubLink | null = null;
    const receive = (message: FromHub): void => {
      if (current !== null && this.link === current) {
        this.receive(message);
      }
    };
    const shared = this.alone ? null : this.ports.shared(receive, () => this.link === current && this.goAlone());
    current = shared ?? this.ports.own(receive);
    return current;
  }

  private unlink(): void {
    this.link?.close();
    this.link = null;
  }

  private goAlone(): void {
    this.alone = true;
    this.unlink();
    if (this.scope) {
      this.linked().send({ type: 'open', scope: this.scope });
    }
  }

  private receive(message: FromHub): void {
    this.heardAt = this.ports.monotonic();
    switch (message.type) {
      case 'ping':
        return this.link?.send({ type: 'alive' });
      case 'full':
        return this.goAlone();
      case 'state':
        return message.state === 'lost' ? this.lost() : this.connection.set({ state: message.state, lostAt: null });
      case 'event':
        return this.dispatch(message);
    }
  }

  private dispatch(message: EventMessage): void {
    if (message.name === 'expired') {
      this.scope = null;
    }
    (this.handlers[message.name] as (event: unknown) => void)(message.data);
    if (this.missed) {
      this.missed = false;
      this.handlers.reset(null);
    }
  }

  private lost(): void {
    if (this.connection.get().state !== 'lost') {
      this.connection.set({ state: 'lost', lostAt: this.ports.now() });
    }
  }
}

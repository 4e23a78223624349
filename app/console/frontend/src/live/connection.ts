/**
 * One connection to the server's event stream. The browser reconnects after a loss; a stream that is quiet for too long is opened again. Both begin
 * after the last event that came, so that nothing is missed. It needs no page and runs in a worker too.
 */

import { EVENT_NAMES, type ConnectionState, type EventName } from './messages';

/** The server sends `time` every 5 s: three missed ones are a dead connection. */
const QUIET_MS = 15_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 15_000;

export interface ConnectionHandlers {
  event(name: EventName, id: string, data: string): void;
  state(state: ConnectionState): void;
}

export interface ConnectionPorts {
  /** Milliseconds of a clock that is never set. */
  monotonic(): number;
  /** Called where the server refused the stream; tells whether a login is needed. */
  refused(): Promise<boolean>;
}

export class EventConnection {
  private source: EventSource | null = null;
  private address: string | null = null;
  private lastId = '';
  private heardAt = 0;
  private retryMs = FIRST_RETRY_MS;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private state: ConnectionState = 'connecting';

  constructor(
    private readonly handlers: ConnectionHandlers,
    private readonly ports: ConnectionPorts,
  ) {}

  /** @param after the id of the event after which it begins; empty for the place that the server chooses */
  open(address: string, after: string): void {
    this.address = address;
    this.lastId = after;
    this.connect();
  }

  /** The id of the last event. */
  get place(): string {
    return this.lastId;
  }

  close(): void {
    this.address = null;
    this.lastId = '';
    this.disconnect();
    this.tell('connecting');
  }

  watch(): void {
    if (this.source && this.ports.monotonic() - this.heardAt > QUIET_MS) {
      this.tell('lost');
      this.connect();
    }
  }

  private connect(): void {
    this.disconnect();
    if (this.address === null) {
      return;
    }
    const source = new EventSource(withAfter(this.address, this.lastId));
    this.source = source;
    this.heardAt = this.ports.monotonic();
    for (const name of EVENT_NAMES) {
      source.addEventListener(name, (event) => this.receive(source, name, event as MessageEvent<string>));
    }
    source.onerror = () => this.failed(source);
  }

  private disconnect(): void {
    clearTimeout(this.retry);
    this.source?.close();
    this.source = null;
  }

  private receive(source: EventSource, name: EventName, event: MessageEvent<string>): void {
    if (source !== this.source) {
      return;
    }
    this.heardAt = this.ports.monotonic();
    this.retryMs = FIRST_RETRY_MS;
    this.lastId = event.lastEventId || this.lastId;
    this.handlers.event(name, event.lastEventId, event.data);
    if (this.source === source) {
      this.tell('open');
    }
  }

  private failed(source: EventSource): void {
    if (source !== this.source) {
      return;
    }
    this.tell('lost');
    if (source.readyState === EventSource.CLOSED) {
      this.source = null;
      this.retryLater();
    }
  }

  private tell(state: ConnectionState): void {
    if (state !== this.state) {
      this.state = state;
      this.handlers.state(state);
    }
  }

  private retryLater(): void {
    clearTimeout(this.retry);
    this.retry = setTimeout(async () => {
      if (await this.ports.refused()) {
        return;
      }
      if (this.address !== null && !this.source) {
        this.connect();
      }
    }, this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }
}

function withAfter(address: string, after: string): string {
  if (after === '') {
    return address;
  }
  return `${address}${address.includes('?') ? '&' : '?'}after=${encodeURIComponent(after)}`;
}

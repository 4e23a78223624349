/** The server's time. The browser's wall clock is not used: it may be wrong. Between two readings the monotonic clock of the page counts on. */

import { Store } from '../state/store';

export class ServerClock {
  /** Changes once a second while the page is visible. */
  readonly tick = new Store(0);
  private offset: number | null = null;

  constructor(private readonly monotonic: () => number = () => performance.now()) {}

  set(nowIso: string): void {
    const now = Date.parse(nowIso);
    if (!Number.isFinite(now)) {
      return;
    }
    this.offset = now - this.monotonic();
    this.tick.set(this.now());
  }

  get known(): boolean {
    return this.offset !== null;
  }

  now(): number {
    return this.offset === null ? Date.now() : this.offset + this.monotonic();
  }

  start(): void {
    setInterval(() => {
      if (document.visibilityState === 'visible') {
        this.tick.set(this.now());
      }
    }, 1000);
    document.addEventListener('visibilitychange', () => this.tick.set(this.now()));
  }
}

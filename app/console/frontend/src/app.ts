/** Wires the parts of the page together. */

import { Api } from './api/client';
import type { BreachEvent, ChangedEvent, RunKey, Session, WindowsEvent } from './api/types';
import { ServerClock } from './live/clock';
import { ownLink, sharedLink } from './live/link';
import { SessionNews } from './live/session-news';
import { EventStream } from './live/stream';
import { Router } from './router/history';
import { EMPTY_NOW, withFeeds, withRun, type NowState } from './state/now';
import { takeLoginProblem } from './state/login-problem';
import { Store } from './state/store';
import { ThemeSwitch } from './theme';

export type Login =
  | { state: 'checking' }
  | { state: 'open'; session: Session }
  | { state: 'needed'; endedAt: number | null; provider: string | null }
  | { state: 'failed'; error: unknown };

/** What a page wants to hear of its run. */
export interface RunListener {
  key: RunKey;
  windows(event: WindowsEvent): void;
  breach(event: BreachEvent): void;
  changed(event: ChangedEvent): void;
}

export class App {
  readonly api = new Api();
  readonly clock = new ServerClock();
  readonly router = new Router();
  readonly theme = new ThemeSwitch();
  readonly now = new Store<NowState>(EMPTY_NOW);
  readonly login = new Store<Login>({ state: 'checking' });
  /** Counts the times that all data must be loaded again. */
  readonly reloads = new Store(0);
  /** Why a login at the provider opened nothing, in the server's word. */
  loginProblem = takeLoginProblem();
  readonly dialog = new Store<'palette' | 'help' | null>(null);
  readonly stream: EventStream;
  private readonly news = new SessionNews((said) => this.heardOfSession(said));
  private listener: RunListener | null = null;
  private provider: string | null = null;

  constructor() {
    this.stream = new EventStream(
      {
        hello: (event) => this.serverTime(event.now, event.feeds),
        time: (event) => this.serverTime(event.now, event.feeds),
        run: (run) => this.now.update((state) => withRun(state, run)),
        windows: (event) => this.heard(event)?.windows(event),
        breach: (event) => this.heard(event)?.breach(event),
        changed: (event) => this.heard(event)?.changed(event),
        reset: () => this.reloads.update((n) => n + 1),
        expired: () => this.needLogin(),
      },
      { now: () => this.clock.now(), monotonic: () => performance.now(), shared: sharedLink, own: ownLink },
    );
    this.api.onUnauthorized = () => this.needLogin();
  }

  start(): void {
    this.theme.start();
    this.router.start();
    this.clock.start();
    this.stream.start();
    void this.checkSession();
  }

  async checkSession(): Promise<void> {
    try {
      const session = await this.api.session();
      this.accept(session);
      if (session.login === 'done') {
        // A login at the provider ends with this page: other tabs wait for it.
        this.news.tell('begun');
      }
    } catch (error) {
      this.login.set({ state: 'failed', error });
    }
  }

  accept(session: Session): void {
    this.clock.set(session.now);
    this.provider = session.logins.provider;
    if (session.login === 'needed') {
      this.needLogin();
      return;
    }
    this.loginProblem = null;
    this.login.set({ state: 'open', session });
  }

  /** Of this tab; the other tabs of the browser have the same cookie. */
  loggedIn(session: Session): void {
    this.accept(session);
    this.news.tell('begun');
  }

  async logOut(): Promise<void> {
    await this.api.logOut();
    this.news.tell('over');
    this.stream.close();
    this.forget();
    this.login.set({ state: 'needed', endedAt: null, provider: this.provider });
  }

  /** One page listens at a time. */
  listen(listener: RunListener): () => void {
    this.listener = listener;
    return () => {
      if (this.listener === listener) {
        this.listener = null;
      }
    };
  }

  private heard(event: RunKey): RunListener | null {
    const { listener } = this;
    return listener && listener.key.team === event.team && listener.key.run === event.run ? listener : null;
  }

  private serverTime(now: string, feeds: Parameters<typeof withFeeds>[1]): void {
    this.clock.set(now);
    this.now.update((state) => withFeeds(state, feeds));
  }

  private needLogin(): void {
    const before = this.login.get();
    if (before.state === 'needed') {
      return;
    }
    this.news.tell('over');
    this.stream.close();
    this.forget();
    const endedAt = before.state === 'open' ? endOf(before.session, this.clock.now()) : null;
    this.login.set({ state: 'needed', endedAt, provider: this.provider });
  }

  /** What one caller was shown is not left for the next. */
  private forget(): void {
    this.dialog.set(null);
    this.now.set(EMPTY_NOW);
  }

  /** Another tab says so; the server decides. */
  private heardOfSession(said: 'begun' | 'over'): void {
    const { state } = this.login.get();
    if (said === 'over' ? state === 'open' : state === 'needed') {
      void this.checkAgain();
    }
  }

  private async checkAgain(): Promise<void> {
    try {
      this.accept(await this.api.session());
    } catch {
      // The server does not answer: the page says so where it asks for its data.
    }
  }
}

function endOf(session: Session, now: number): number {
  const expires = session.expires === null ? now : Date.parse(session.expires);
  return Math.min(expires, now);
}

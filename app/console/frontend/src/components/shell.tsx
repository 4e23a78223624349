/** What is around every page: the head with its navigation, the state of the connection, and the dialogs. */

import { nowView, runsView } from '../api/paths';
import { useApp } from '../app-context';
import { clockTime, since } from '../format/time';
import { LoginPage, NoLoginPage } from '../pages/login';
import { MoreLinks, MoreView } from '../pages/more';
import { NotFoundPage } from '../pages/not-found';
import { NowPage } from '../pages/now';
import { RunPage } from '../pages/run';
import { RunsPage } from '../pages/runs';
import { Help } from '../keys/help';
import { Palette } from '../keys/palette';
import { Link } from '../router/link';
import type { Route } from '../router/route';
import { useStore } from '../state/store';
import { Icon } from './icons';
import { Name } from './name';
import { Problem } from './problem';

export function Shell() {
  const app = useApp();
  const route = useStore(app.router.route);
  const login = useStore(app.login);
  const dialog = useStore(app.dialog);
  const open = login.state === 'open';
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => (event.preventDefault(), document.getElementById('main')?.focus())}>
        Skip to the content
      </a>
      <Head route={route} />
      {open && <ConnectionNotice />}
      <main id="main" tabIndex={-1}>
        {login.state === 'checking' && <p class="loading">Loading…</p>}
        {login.state === 'failed' && <Problem error={login.error} retry={() => void app.checkSession()} />}
        {login.state === 'needed' && <LoginPage endedAt={login.endedAt} provider={login.provider} />}
        {open && <View route={route} />}
      </main>
      {open && dialog === 'palette' && <Palette />}
      {dialog === 'help' && <Help />}
    </>
  );
}

function View({ route }: { route: Route }) {
  switch (route.page) {
    case 'now':
      return <NowPage key={route.team ?? ''} team={route.team} />;
    case 'runs':
      return <RunsPage filter={route} />;
    case 'run':
      return <RunPage key={JSON.stringify(route.key)} run={route.key} view={route.view} />;
    case 'login':
      return <NoLoginPage />;
    case 'unknown':
      return <NotFoundPage path={route.path} />;
    default:
      return <MoreView route={route} />;
  }
}

function Head({ route }: { route: Route }) {
  const app = useApp();
  const login = useStore(app.login);
  const theme = useStore(app.theme.theme);
  return (
    <header class="head">
      <Link to={nowView()} class="brand" title="Tidemark console">
        <svg viewBox="0 0 16 16" width="18" height="18" aria-hidden="true">
          <path d="M1 10.5c2.3 0 2.3-2 4.7-2s2.3 2 4.6 2 2.3-2 4.7-2M1 14c2.3 0 2.3-2 4.7-2s2.3 2 4.6 2 2.3-2 4.7-2M3 4.5h10" />
        </svg>
        Tidemark
      </Link>
      <nav aria-label="Pages">
        <Link to={nowView()} current={route.page === 'now'}>
          Now
        </Link>
        <Link to={runsView()} current={route.page === 'runs'}>
          Runs
        </Link>
        <MoreLinks page={route.page} />
      </nav>
      <span class="head-space" />
      <ServerTime />
      {login.state === 'open' && (
        <button type="button" class="ghost" onClick={() => app.dialog.set('palette')} aria-keyshortcuts="Control+K">
          <Icon shape="search" />
          <span class="wide-only">Jump to</span> <kbd class="wide-only">Ctrl K</kbd>
          <span class="sr-only narrow-only">Jump to</span>
        </button>
      )}
      <button type="button" class="ghost" onClick={() => app.theme.toggle()}>
        <Icon shape={theme === 'dark' ? 'sun' : 'moon'} />
        <span class="sr-only">Switch to the {theme === 'dark' ? 'light' : 'dark'} theme</span>
      </button>
      <button type="button" class="ghost" onClick={() => app.dialog.set('help')}>
        <Icon shape="question" />
        <span class="sr-only">Keys</span>
      </button>
      {login.state === 'open' && login.session.login === 'done' && (
        <span class="who">
          {login.session.caller !== null && <Name text={login.session.caller} class="wide-only" />}
          <button type="button" class="ghost" onClick={() => void app.logOut()}>
            Log out
          </button>
        </span>
      )}
    </header>
  );
}

function ServerTime() {
  const { clock, stream } = useApp();
  useStore(clock.tick);
  const { state } = useStore(stream.connection);
  if (!clock.known) {
    return null;
  }
  return (
    <span class="server-time num" title="The server's time">
      <span class={`dot dot-${state}`} aria-hidden="true" />
      {clockTime(clock.now())} UTC
    </span>
  );
}

function ConnectionNotice() {
  const { clock, stream } = useApp();
  const connection = useStore(stream.connection);
  return (
    <div class="connection" role="status">
      {connection.state === 'lost' && (
        <p class="notice notice-warn">
          <Icon shape="warning" />
          <span>Connection lost since {connection.lostAt === null ? 'a moment' : since(connection.lostAt, clock.now())}, reconnecting. Figures are not the newest.</span>
        </p>
      )}
    </div>
  );
}

/** Asks for a token. The token is sent once and kept nowhere in the page. */

import { useRef, useState } from 'preact/hooks';
import { useApp } from '../app-context';
import { Icon } from '../components/icons';
import { Problem } from '../components/problem';
import { since } from '../format/time';
import { nowView } from '../api/paths';
import { Link } from '../router/link';
import { Page } from './page';

/** The address of the login where none is needed any more. */
export function NoLoginPage() {
  return (
    <Page title="Log in" heading="You are logged in">
      <p>
        Go to <Link to={nowView()}>what runs now</Link>.
      </p>
    </Page>
  );
}

export function LoginPage({ endedAt }: { endedAt: number | null }) {
  const app = useApp();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const logIn = async (event: Event): Promise<void> => {
    event.preventDefault();
    const token = field.current!.value.trim();
    if (!token) {
      field.current!.focus();
      return;
    }
    setBusy(true);
    try {
      const session = await app.api.logIn(token);
      field.current!.value = '';
      app.loggedIn(session);
      if (location.pathname === '/login') {
        app.router.replace('/');
      }
    } catch (problem) {
      setError(problem);
      setBusy(false);
      field.current!.focus();
    }
  };
  return (
    <Page title="Log in" heading="Log in">
      <form class="login" method="post" onSubmit={(event) => void logIn(event)}>
        {endedAt !== null && (
          <p class="notice notice-warn" role="status">
            <Icon shape="warning" />
            <span>Your login ended at {since(endedAt, app.clock.now())} UTC.</span>
          </p>
        )}
        <label>
          Token
          <input ref={field} type="password" autocomplete="off" spellcheck={false} autoFocus required aria-describedby="token-help" />
        </label>
        <p id="token-help" class="dim">
          An access token of this server. It is sent once; the browser then holds a cookie that scripts cannot read.
        </p>
        {error !== null && <Problem error={error} />}
        <button type="submit" class="primary" disabled={busy}>
          {busy ? 'Logging in…' : 'Log in'}
        </button>
      </form>
    </Page>
  );
}

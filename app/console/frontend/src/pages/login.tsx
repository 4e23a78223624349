/** Asks for a token, or leads to the provider's login. A token is sent once and kept nowhere in the page. */

import { useRef, useState } from 'preact/hooks';
import { useApp } from '../app-context';
import { Icon } from '../components/icons';
import { Problem } from '../components/problem';
import { since } from '../format/time';
import { nowView } from '../api/paths';
import { Link } from '../router/link';
import { hostOf, problemText, providerLogin } from '../state/login-problem';
import { useStore } from '../state/store';
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

export function LoginPage({ endedAt, provider }: { endedAt: number | null; provider: string | null }) {
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
      {endedAt !== null && (
        <p class="notice notice-warn" role="status">
          <Icon shape="warning" />
          <span>Your login ended at {since(endedAt, app.clock.now())} UTC.</span>
        </p>
      )}
      {provider !== null && <ProviderLogin provider={provider} />}
      <form class="login" method="post" onSubmit={(event) => void logIn(event)}>
        <label>
          Token
          <input ref={field} type="password" autocomplete="off" spellcheck={false} autoFocus={provider === null} required aria-describedby="token-help" />
        </label>
        <p id="token-help" class="dim">
          An access token of this server. It is sent once; the browser then holds a cookie that scripts cannot read.
        </p>
        {error !== null && <Problem error={error} />}
        <button type="submit" class={provider === null ? 'primary' : ''} disabled={busy}>
          {busy ? 'Logging in…' : provider === null ? 'Log in' : 'Log in with the token'}
        </button>
      </form>
    </Page>
  );
}

function ProviderLogin({ provider }: { provider: string }) {
  const app = useApp();
  // The address bar may change while the login is shown.
  useStore(app.router.route);
  return (
    <div class="login provider-login">
      {app.loginProblem !== null && (
        <p class="notice notice-warn" role="alert">
          <Icon shape="warning" />
          <span>{problemText(app.loginProblem, provider)}</span>
        </p>
      )}
      <a class="button primary" href={providerLogin(location.pathname, location.search)}>
        Log in with {hostOf(provider)}
      </a>
      <p class="dim">Or with a token:</p>
    </div>
  );
}

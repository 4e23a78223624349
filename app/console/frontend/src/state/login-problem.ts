/** Why a login at a provider opened nothing. The server's word for it comes after the address of the page. */

const MARK = '#login-problem=';

/** Takes the word out of the address bar, so that a reload does not show it again. */
export function takeLoginProblem(): string | null {
  if (!location.hash.startsWith(MARK)) {
    return null;
  }
  const word = location.hash.slice(MARK.length);
  history.replaceState(null, '', location.pathname + location.search);
  return word;
}

/** The word as a sentence; an unknown one tells only that it failed. */
export function problemText(word: string, provider: string): string {
  const host = hostOf(provider);
  switch (word) {
    case 'denied':
      return `${host} refused the login, or it was cancelled there.`;
    case 'provider':
      return `${host} ended the login with an error. The console's log says which.`;
    case 'expired':
      return 'This login began in another browser or more than 10 minutes ago, or it was used already.';
    case 'unreachable':
      return `The console cannot reach ${provider}. Its log says why.`;
    case 'refused':
      return `The console does not accept the answer of ${host}. The console's log says why.`;
    case 'no-rights':
      return `${host} knows you, but gives you no right to read here. Ask for a group that may.`;
    default:
      return 'The login failed.';
  }
}

/** Where the login at a provider begins; it ends on the page from which it began. */
export function providerLogin(path: string, search: string): string {
  return '/login/start?' + new URLSearchParams({ return: path === '/login' ? '/' : path + search }).toString();
}

export function hostOf(provider: string): string {
  try {
    return new URL(provider).host;
  } catch {
    return provider;
  }
}

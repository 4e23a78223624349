import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostOf, problemText, providerLogin } from '../src/state/login-problem';

const PROVIDER = 'https://login.example.com/realms/main';

test('a login at the provider returns to the whole address of the page', () => {
  const start = new URL(providerLogin('/teams/perf/runs/a%2Fb', '?metric=tpot&step=2'), 'http://console');

  assert.equal(start.pathname, '/login/start');
  assert.equal(start.searchParams.get('return'), '/teams/perf/runs/a%2Fb?metric=tpot&step=2');
  assert.equal(new URL(providerLogin('/login', ''), 'http://console').searchParams.get('return'), '/');
});

test('a provider is called by its host', () => {
  assert.equal(hostOf(PROVIDER), 'login.example.com');
  assert.equal(hostOf('http://127.0.0.1:5556/dex'), '127.0.0.1:5556');
});

test('each failure of a login has its words, and text of an address is none of them', () => {
  const words = ['denied', 'provider', 'expired', 'unreachable', 'refused', 'no-rights'];
  const texts = words.map((word) => problemText(word, PROVIDER));

  assert.equal(new Set(texts).size, words.length);
  assert.match(problemText('unreachable', PROVIDER), /https:\/\/login\.example\.com\/realms\/main/);
  assert.equal(problemText('call%20us', PROVIDER), 'The login failed.');
});

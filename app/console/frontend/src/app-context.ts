/** What every part of the page may use. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { App } from './app';

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) {
    throw new Error('AppContext has no value');
  }
  return app;
}

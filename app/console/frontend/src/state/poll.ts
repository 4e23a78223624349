/** Loads data again and again. A hidden tab asks for nothing and catches up when it is seen. */

import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../app-context';
import { useLoad, type Loaded } from './load';
import { useStore } from './store';

/** The next load waits for the one before it. `everyMs` null loads once. */
export function usePoll<T>(subject: string, everyMs: number | null, read: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const app = useApp();
  const reloads = useStore(app.reloads);
  const [round, setRound] = useState(0);
  const loaded = useLoad(subject, `${reloads} ${round}`, read);
  useEffect(() => {
    if (everyMs === null || (loaded.data === null && loaded.error === null)) {
      return undefined;
    }
    return whenSeen(everyMs, () => setRound((n) => n + 1));
  }, [everyMs, loaded.data, loaded.error]);
  return loaded;
}

/** Calls once after a time, or when the tab is seen again after it. */
function whenSeen(afterMs: number, call: () => void): () => void {
  const seen = (): void => {
    if (document.visibilityState === 'visible') {
      document.removeEventListener('visibilitychange', seen);
      call();
    }
  };
  const timer = setTimeout(() => {
    document.addEventListener('visibilitychange', seen);
    seen();
  }, afterMs);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', seen);
  };
}

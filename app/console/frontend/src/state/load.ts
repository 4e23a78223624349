/** Loads data for a component and keeps the last that came. */

import { useEffect, useState } from 'preact/hooks';

export interface Loaded<T> {
  data: T | null;
  error: unknown;
  reload(): void;
}

/** Loads again whenever `key` changes; a change of `subject` also forgets the data. null loads nothing. */
export function useLoad<T>(subject: string | null, key: unknown, read: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, setState] = useState<{ subject: string | null; data: T | null; error: unknown }>({ subject, data: null, error: null });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (subject === null) {
      return undefined;
    }
    const abort = new AbortController();
    read(abort.signal).then(
      (data) => !abort.signal.aborted && setState({ subject, data, error: null }),
      (error: unknown) => !abort.signal.aborted && setState((old) => ({ subject, data: old.subject === subject ? old.data : null, error })),
    );
    return () => abort.abort();
  }, [subject, key, attempt]);
  const current = state.subject === subject;
  return { data: current ? state.data : null, error: current ? state.error : null, reload: () => setAttempt((n) => n + 1) };
}

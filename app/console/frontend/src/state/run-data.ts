/** All data of a run page: loaded, then kept up to date by events. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { isMissing } from '../api/client';
import type { Breach, Run, RunKey, WindowsEvent } from '../api/types';
import { useApp } from '../app-context';
import type { RunView } from '../router/route';
import { mergedBreach } from './breaches';
import { useLoad, type Loaded } from './load';
import { seriesId, WINDOW_SECONDS, withEvent, withLoaded, type Series, type SeriesKey, type SeriesMap } from './series';
import { useStore } from './store';

const POINTS = 2_000;
const RECENT_MS = 10 * 60_000;
/** Steps of a run change together: one reading for all of them. */
const SETTLE_MS = 400;
/** Classes and other parts that events do not speak of are read again. */
const POLL_MS = 10_000;
/** A run is in the store some seconds after its topics have it. */
const AGAIN_MS = 3_000;
const AGAIN_MAX_MS = 60_000;

/** How long to wait before the store is asked again: longer from time to time, for there may be no sink that brings the run. */
export function againMillis(tries: number): number {
  return Math.min(AGAIN_MS * 2 ** tries, AGAIN_MAX_MS);
}

export interface RunData {
  run: Loaded<Run>;
  breaches: Breach[] | null;
  breachError: unknown;
  series: Series | null;
  seriesError: unknown;
  retrySeries(): void;
}

export function useRunData(key: RunKey, view: RunView, lasts: boolean): RunData {
  const app = useApp();
  const reloads = useStore(app.reloads);
  const [changes, setChanges] = useState(0);
  const subject = JSON.stringify(key);
  const run = useStored(useLoad(subject, `${reloads} ${changes}`, (signal) => app.api.run(key, signal)), lasts);
  const loadedBreaches = useStored(useLoad(subject, reloads, (signal) => app.api.breaches(key, signal)), lasts);
  const [breaches, setBreaches] = useState<Breach[] | null>(null);
  const targets = (run.data?.targets ?? []).map((target) => target.name);
  const series = useSeries(key, view, { lasts, targets, reloads });
  const receive = useRef(series.receive);
  receive.current = series.receive;

  useEffect(() => setBreaches(loadedBreaches.data), [loadedBreaches.data]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = app.listen({
      key,
      windows: (event) => receive.current(event),
      breach: (event) => setBreaches((old) => mergedBreach(old ?? [], event.breach)),
      changed: () => {
        clearTimeout(timer);
        timer = setTimeout(() => setChanges((n) => n + 1), SETTLE_MS);
      },
    });
    app.stream.open({ team: key.team, run: key.run });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [subject]);
  return { run, breaches, breachError: loadedBreaches.error, series: series.shown, seriesError: series.error, retrySeries: series.retry };
}

/** What the store lacks of a run that lasts is asked for again. */
function useStored<T>(loaded: Loaded<T>, lasts: boolean): Loaded<T> {
  const awaited = lasts && isMissing(loaded.error);
  const tries = useRef(0);
  useEffect(() => {
    if (!awaited) {
      tries.current = 0;
      return undefined;
    }
    const timer = setTimeout(loaded.reload, againMillis(tries.current++));
    return () => clearTimeout(timer);
  }, [awaited, loaded.error]);
  return awaited ? { ...loaded, error: null } : loaded;
}

interface Circumstances {
  lasts: boolean;
  targets: string[];
  reloads: number;
}

function useSeries(key: RunKey, view: RunView, { lasts, targets, reloads }: Circumstances) {
  const app = useApp();
  const [map, setMap] = useState<SeriesMap>(new Map());
  const [polls, setPolls] = useState(0);
  const whole: SeriesKey = { metric: view.metric, requestClass: view.requestClass, target: view.target, from: null, until: null };
  const part: SeriesKey = { ...whole, from: view.from, until: view.until };
  const base = map.get(seriesId(whole)) ?? null;
  const zoomed = view.from !== null && view.until !== null;
  const read = async (wanted: SeriesKey, signal: AbortSignal): Promise<true> => {
    const query = windowsQuery(wanted);
    const parts = [await app.api.windows(key, { ...query, points: POINTS }, signal)];
    const { windows, total } = parts[0]!;
    const last = windows.length > 0 && total > windows.length ? Date.parse(windows.at(-1)!.end) : null;
    if (wanted.from === null && last !== null && app.clock.now() - last < RECENT_MS) {
      const from = new Date(last - RECENT_MS).toISOString();
      parts.push(await app.api.windows(key, { ...query, from, points: POINTS }, signal));
    }
    setMap((old) => withLoaded(old, wanted, parts));
    return true;
  };
  const poll = `${reloads} ${polls}`;
  const baseLoad = useStored(useLoad(seriesId(whole), poll, (signal) => read(whole, signal)), lasts);
  const partLoad = useLoad(zoomed && base?.thinned ? seriesId(part) : null, poll, (signal) => read(part, signal));
  const polled = lasts && (view.requestClass ?? 'all') !== 'all';
  useEffect(() => {
    const timer = polled ? setInterval(() => setPolls((n) => n + 1), POLL_MS) : undefined;
    return () => clearInterval(timer);
  }, [polled]);
  const receive = (event: WindowsEvent): void => setMap((old) => withEvent(old, event, targets));
  return {
    shown: (zoomed ? map.get(seriesId(part)) : null) ?? base,
    error: baseLoad.error ?? partLoad.error,
    retry: () => (baseLoad.reload(), partLoad.reload()),
    receive,
  };
}

export function windowsQuery(key: SeriesKey): Record<string, string | number | null> {
  return {
    metric: key.metric,
    seconds: WINDOW_SECONDS,
    class: key.requestClass,
    target: key.target,
    from: key.from === null ? null : new Date(key.from).toISOString(),
    until: key.until === null ? null : new Date(key.until).toISOString(),
  };
}

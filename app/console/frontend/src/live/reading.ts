/** How the data of a team comes to this page now. It changes once a second. */

import { useApp } from '../app-context';
import type { Reading } from '../state/freshness';
import { useStore } from '../state/store';

export function useReading(team: string): Reading {
  const { clock, stream, now } = useApp();
  useStore(clock.tick);
  const connection = useStore(stream.connection);
  const feed = useStore(now).feeds.get(team) ?? null;
  return { now: clock.now(), feed, connected: connection.state !== 'lost' };
}

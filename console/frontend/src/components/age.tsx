/** The age of a run's newest data. It ticks by the server's clock. */

import type { FeedState, LiveRun } from '../api/types';
import { useApp } from '../app-context';
import { freshness } from '../state/freshness';
import { useStore } from '../state/store';
import { Icon } from './icons';

export function Age({ run, feed }: { run: LiveRun; feed: FeedState | null }) {
  const { clock } = useApp();
  useStore(clock.tick);
  const { words, warning } = freshness(run, feed, clock.now());
  return (
    <span class={warning ? 'age num age-warning' : 'age num'}>
      {warning && <Icon shape="warning" />}
      {words}
    </span>
  );
}

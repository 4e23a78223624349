/** The age of a run's newest data. It ticks by the server's clock. */

import type { LiveRun } from '../api/types';
import { useReading } from '../live/reading';
import { freshness } from '../state/freshness';
import { Icon } from './icons';

export function Age({ run }: { run: LiveRun }) {
  const { words, warning } = freshness(run, useReading(run.team));
  return (
    <span class={warning ? 'age num age-warning' : 'age num'}>
      {warning && <Icon shape="warning" />}
      {words}
    </span>
  );
}

/** How far a tune is. A search decides itself when it ends: then nothing is planned. */

import type { Tune } from '../../api/report-types';
import { count, plural } from '../../format/number';

export function Progress({ tune }: { tune: Tune }) {
  if (tune.planned === 0) {
    return <span class="num">{plural(tune.ended, 'start')}, no fixed number</span>;
  }
  return (
    <span class="progress">
      <progress value={Math.min(tune.ended, tune.planned)} max={tune.planned} aria-label={`${tune.ended} of ${tune.planned} server starts`} />
      <span class="num">
        {count(tune.ended)} of {plural(tune.planned, 'start')}
      </span>
    </span>
  );
}

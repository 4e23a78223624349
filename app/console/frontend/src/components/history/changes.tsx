/** Change points in words. */

import { runView } from '../../api/paths';
import type { ChangePoint } from '../../api/report-types';
import { latency } from '../../format/latency';
import { share } from '../../format/number';
import { dateTime, millis } from '../../format/time';
import { Link } from '../../router/link';
import { Icon } from '../icons';
import { Name } from '../name';

export function Changes({ team, changes }: { team: string; changes: ChangePoint[] }) {
  if (changes.length === 0) {
    return <p class="dim history-changes">No change point: the runs do not show that the level moved.</p>;
  }
  return (
    <ul class="history-changes">
      {changes.map((change) => (
        <li key={change.run} class={change.after > change.before ? 'tone-bad' : 'tone-good'}>
          <Icon shape={change.after > change.before ? 'cross' : 'check'} />{' '}
          <span>
            {change.after > change.before ? 'Slower' : 'Faster'} since <span class="num">{dateTime(millis(change.at))} UTC</span>: median{' '}
            <strong class="num">
              {latency(change.before)} → {latency(change.after)}
            </strong>
            {change.before > 0 && ` (${change.after > change.before ? '+' : '−'}${share(Math.abs(change.after / change.before - 1))})`}, chance alone gives one as clear in{' '}
            {share(change.p)} of cases. First run:{' '}
            <Link to={runView({ team, run: change.run })}>
              <Name text={change.run} />
            </Link>
          </span>
        </li>
      ))}
    </ul>
  );
}

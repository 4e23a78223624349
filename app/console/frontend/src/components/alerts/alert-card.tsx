/** One alert with all that is known of it. */

import type { Alert, Mute } from '../../api/operate-types';
import { useApp } from '../../app-context';
import { dateTime, duration, elapsed, maybeMillis, millis } from '../../format/time';
import { isActive } from '../../state/alerts';
import { useStore } from '../../state/store';
import { MuteButton } from '../change/mute';
import { Icon } from '../icons';
import { Name } from '../name';
import { AlertBadge } from './badges';
import { Deliveries } from './deliveries';
import { AlertLinks } from './links';

/** What says most, in this order. */
const FACTS: [string, string][] = [
  ['objective', 'Objective'],
  ['value', 'Value'],
  ['correlated_signals', 'Moved with it'],
  ['configuration_change', 'Configuration'],
  ['affected', 'Affected'],
  ['certainty', 'Certainty'],
  ['verdict', 'Verdict'],
];

const SHOWN_OTHERWISE = new Set(['alertname', 'severity']);

export function AlertCard({ alert, mutes, changed }: { alert: Alert; mutes: Mute[]; changed: () => void }) {
  return (
    <article class={`alert alert-${alert.muted ? 'muted' : alert.state.toLowerCase()}`}>
      <header>
        <h4>
          <Name text={alert.name} />
        </h4>
        <AlertBadge state={alert.state} muted={alert.muted} />
        <span class="tag">{alert.severity}</span>
        <Lasted alert={alert} />
      </header>
      {alert.annotations.summary && (
        <p class="alert-summary" dir="auto">
          {alert.annotations.summary}
        </p>
      )}
      {mutes.map((mute) => (
        <MuteWords key={mute.id} mute={mute} />
      ))}
      <Facts alert={alert} />
      <Labels labels={alert.labels} />
      <Deliveries deliveries={alert.deliveries} />
      <AlertLinks alert={alert} />
      {isActive(alert) && !alert.muted && <MuteButton alert={alert} changed={changed} />}
    </article>
  );
}

function Lasted({ alert }: { alert: Alert }) {
  const { clock } = useApp();
  useStore(clock.tick);
  const start = millis(alert.startsAt);
  const end = maybeMillis(alert.endsAt);
  if (alert.state === 'EVENT') {
    return <span class="dim num">at {dateTime(start)} UTC</span>;
  }
  return (
    <span class="dim num">
      since {dateTime(start)} UTC, {end === null ? `for ${elapsed(clock.now() - start)}` : `lasted ${duration(end - start)}`}
    </span>
  );
}

export function MuteWords({ mute }: { mute: Mute }) {
  const { clock } = useApp();
  const begins = millis(mute.from);
  return (
    <p class="alert-mute">
      <Icon shape="pause" />
      <span>
        Muted by <Name text={mute.by} class="wrap" />
        {begins > clock.now() && (
          <>
            {' '}
            from <span class="num">{dateTime(begins)}</span>
          </>
        )}{' '}
        until <span class="num">{dateTime(millis(mute.until))} UTC</span>: <bdi dir="auto">{mute.reason || 'no reason was given'}</bdi>
      </span>
    </p>
  );
}

function Facts({ alert }: { alert: Alert }) {
  const shown = FACTS.filter(([name]) => alert.annotations[name]);
  return (
    <dl class="pairs alert-facts">
      {shown.map(([name, words]) => (
        <div key={name}>
          <dt>{words}</dt>
          <dd dir="auto">{alert.annotations[name]}</dd>
        </div>
      ))}
      {alert.reason !== '' && (
        <div>
          <dt>Why in this state</dt>
          <dd dir="auto">{alert.reason}</dd>
        </div>
      )}
    </dl>
  );
}

export function Labels({ labels }: { labels: Record<string, string> }) {
  const shown = Object.entries(labels).filter(([name]) => !SHOWN_OTHERWISE.has(name));
  return (
    <ul class="tags" aria-label="Labels">
      {shown.map(([name, value]) => (
        <li key={name} class="tag">
          <Name text={`${name}=${value}`} />
        </li>
      ))}
    </ul>
  );
}

/** Alerts: what is active, what is muted, what is over, and who was notified. */

import { alertsView } from '../api/report-paths';
import type { Alert, Alerts } from '../api/operate-types';
import { AlertCard, Labels, MuteWords } from '../components/alerts/alert-card';
import { Parked } from '../components/alerts/parked';
import { UnmuteButton } from '../components/change/mute';
import { Icon } from '../components/icons';
import { Name } from '../components/name';
import { TeamPicker } from '../components/team-filter';
import { Updated } from '../components/updated';
import { Loading } from '../components/waiting';
import { plural } from '../format/number';
import { bySubject, groupsOf, mutesOf } from '../state/alerts';
import { useTeamPoll } from '../state/team-poll';
import { Page } from './page';

const EVERY_MS = 10_000;

export function AlertsPage({ team }: { team: string | null }) {
  const loaded = useTeamPoll<Alerts>('/alerts', team, EVERY_MS);
  const { data, reload } = loaded;
  return (
    <Page title="Alerts" heading="Alerts" aside={data && <Updated at={data.now} every="10 s" />}>
      <TeamPicker team={team} view={alertsView} />
      <Loading loaded={loaded} words="Loading the alerts…" />
      {data && <AlertLists data={data} changed={reload} />}
    </Page>
  );
}

function AlertLists({ data, changed }: { data: Alerts; changed: () => void }) {
  const { firing, pending, muted, over } = groupsOf(data.alerts);
  const news = firing.length === 0 ? 'No alert fires.' : `${plural(firing.length, 'alert fires', 'alerts fire')}.`;
  return (
    <>
      <Parked alerts={data.alerts} />
      <p class={`verdict verdict-${firing.length > 0 ? 'bad' : 'good'}`} aria-live="polite">
        <Icon shape={firing.length > 0 ? 'cross' : 'check'} />
        <span>
          {news}
          {pending.length > 0 && ` ${plural(pending.length, 'is pending', 'are pending')}.`}
          {muted.length > 0 && ` ${plural(muted.length, 'is muted', 'are muted')}.`}
        </span>
      </p>
      <Group title="Firing" alerts={firing} data={data} changed={changed} />
      <Group title="Pending: the condition holds, nobody is notified yet" alerts={pending} data={data} changed={changed} />
      <Group title="Muted" alerts={muted} data={data} changed={changed} />
      <Mutes data={data} changed={changed} />
      {over.length > 0 && (
        <details class="fold alerts-over">
          <summary>{plural(over.length, 'alert')} that ended, and events</summary>
          <div class="fold-content">
            <Group title="Over" alerts={over} data={data} changed={changed} />
          </div>
        </details>
      )}
    </>
  );
}

/** Several alerts are listed under what they are about: one change often fires more than one. */
function Group({ title, alerts, data, changed }: { title: string; alerts: Alert[]; data: Alerts; changed: () => void }) {
  if (alerts.length === 0) {
    return null;
  }
  return (
    <section class="alert-group" aria-label={title}>
      <h2>{title}</h2>
      {bySubject(alerts).map((subject) => (
        <section key={`${subject.team} ${subject.experiment}`}>
          <h3>
            <Name text={subject.team} /> / {subject.experiment === null ? 'not of an experiment' : <Name text={subject.experiment} />}
            {subject.alerts.length > 1 && <span class="dim num"> {plural(subject.alerts.length, 'alert')}</span>}
          </h3>
          <div class="alert-list">
            {subject.alerts.map((alert) => (
              <AlertCard key={`${alert.team} ${alert.fingerprint} ${alert.startsAt}`} alert={alert} mutes={alert.muted ? mutesOf(alert, data) : []} changed={changed} />
            ))}
          </div>
        </section>
      ))}
    </section>
  );
}

/** Mutes that hold nothing back now may do so later. */
function Mutes({ data, changed }: { data: Alerts; changed: () => void }) {
  if (data.mutes.length === 0) {
    return null;
  }
  return (
    <details class="fold">
      <summary>{plural(data.mutes.length, 'mute')} in force or to come</summary>
      <ul class="fold-content mutes">
        {data.mutes.map((mute) => (
          <li key={mute.id}>
            <MuteWords mute={mute} />
            <Labels labels={{ team: mute.team, ...mute.labels }} />
            <UnmuteButton mute={mute} changed={changed} />
          </li>
        ))}
      </ul>
    </details>
  );
}

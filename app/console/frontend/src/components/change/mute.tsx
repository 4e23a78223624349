/** Mutes an alert for a time, and ends a mute. */

import { useState } from 'preact/hooks';
import { mutesPath } from '../../api/change-paths';
import type { Alert, Mute } from '../../api/operate-types';
import { useApp } from '../../app-context';
import { dateTime, millis } from '../../format/time';
import { labelWords, mayChange, newId } from '../../state/changes';
import { useSession } from '../../state/use-changes';
import { ChangeButton } from './change-button';
import { ChangeDialog } from './change-dialog';

const HOUR_MS = 3_600_000;
const LENGTHS: [number, string][] = [
  [1, '1 hour'],
  [2, '2 hours'],
  [8, '8 hours'],
  [24, '1 day'],
  [72, '3 days'],
  [168, '1 week'],
];

export function MuteButton({ alert, changed }: { alert: Alert; changed: () => void }) {
  if (!mayChange(useSession(), alert.team)) {
    return null;
  }
  return (
    <ChangeButton label="Mute…" of={alert.name}>
      {(close) => <MuteDialog alert={alert} changed={changed} close={close} />}
    </ChangeButton>
  );
}

function MuteDialog({ alert, changed, close }: { alert: Alert; changed: () => void; close: () => void }) {
  const { api, clock } = useApp();
  const [id] = useState(newId);
  const [opened] = useState(() => clock.now());
  const [hours, setHours] = useState(2);
  const [left, setLeft] = useState<string[]>([]);
  const labels = Object.fromEntries(Object.entries(alert.labels).filter(([name]) => !left.includes(name)));
  const until = opened + hours * HOUR_MS;
  const toggle = (name: string): void => setLeft((old) => (old.includes(name) ? old.filter((one) => one !== name) : [...old, name]));
  return (
    <ChangeDialog
      title={`Mute ${alert.name}`}
      verb="Mute"
      words={`No alert of team ${alert.team}${labelWords(labels)} is delivered until ${dateTime(until)} UTC. What still fires then is delivered then.`}
      send={(reason) => api.change('POST', mutesPath(alert.team), { id, labels, until: new Date(until).toISOString(), reason })}
      done={changed}
      close={close}
    >
      <fieldset>
        <legend>Alerts that have all of</legend>
        {Object.entries(alert.labels).map(([name, value]) => (
          <label key={name} class="check">
            <input type="checkbox" checked={!left.includes(name)} onChange={() => toggle(name)} />
            <bdi class="wrap">{`${name}=${value}`}</bdi>
          </label>
        ))}
      </fieldset>
      <label>
        For
        <select value={hours} onChange={(event) => setHours(Number(event.currentTarget.value))}>
          {LENGTHS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
    </ChangeDialog>
  );
}

export function UnmuteButton({ mute, changed }: { mute: Mute; changed: () => void }) {
  const { api } = useApp();
  if (!mayChange(useSession(), mute.team)) {
    return null;
  }
  return (
    <ChangeButton label="End this mute…" of={labelWords(mute.labels)}>
      {(close) => (
        <ChangeDialog
          title="End the mute"
          verb="End the mute"
          words={`The mute of alerts of team ${mute.team}${labelWords(mute.labels)}, set by ${mute.by} until ${dateTime(millis(mute.until))} UTC, ends now. Alerts that still fire are delivered.`}
          send={(reason) => api.change('DELETE', mutesPath(mute.team, mute.id), { reason })}
          done={changed}
          close={close}
        />
      )}
    </ChangeButton>
  );
}

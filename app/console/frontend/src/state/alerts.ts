/** Alerts as a page shows them: what is active first, which mute holds one back, what went wrong on the way. */

import type { Alert, Alerts, Delivery, Mute } from '../api/operate-types';
import { millis } from '../format/time';

export interface AlertGroups {
  firing: Alert[];
  pending: Alert[];
  muted: Alert[];
  over: Alert[];
}

export function groupsOf(alerts: Alert[]): AlertGroups {
  const active = alerts.filter(isActive);
  return {
    firing: active.filter((alert) => alert.state === 'FIRING' && !alert.muted),
    pending: active.filter((alert) => alert.state === 'PENDING' && !alert.muted),
    muted: active.filter((alert) => alert.muted),
    over: alerts.filter((alert) => !isActive(alert)),
  };
}

/** Alerts of one experiment, or of the team itself where they are of none. */
export interface AlertSubject {
  team: string;
  experiment: string | null;
  alerts: Alert[];
}

/** The same alerts by what they are about, in the order in which each subject comes first. */
export function bySubject(alerts: Alert[]): AlertSubject[] {
  const subjects = new Map<string, AlertSubject>();
  for (const alert of alerts) {
    const experiment = alert.labels.experiment ?? null;
    const key = JSON.stringify([alert.team, experiment]);
    const subject = subjects.get(key) ?? { team: alert.team, experiment, alerts: [] };
    subject.alerts.push(alert);
    subjects.set(key, subject);
  }
  return [...subjects.values()];
}

export function isActive(alert: Alert): boolean {
  return alert.state === 'FIRING' || alert.state === 'PENDING';
}

/** The mutes whose labels an alert has, and whose time has come. */
export function mutesOf(alert: Alert, { mutes, now }: Alerts): Mute[] {
  return mutes.filter(
    (mute) => mute.team === alert.team && millis(mute.from) <= millis(now) && millis(now) < millis(mute.until) && Object.entries(mute.labels).every(([name, value]) => alert.labels[name] === value),
  );
}

export function parkedOf(alerts: Alert[]): { alert: Alert; delivery: Delivery }[] {
  return alerts.flatMap((alert) => alert.deliveries.filter((delivery) => delivery.state === 'PARKED').map((delivery) => ({ alert, delivery })));
}

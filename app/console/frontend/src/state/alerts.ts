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

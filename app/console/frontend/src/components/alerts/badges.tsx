/** States of alerts and deliveries, each as a shape and a word. */

import type { AlertState, DeliveryState } from '../../api/operate-types';
import { Icon, type Shape } from '../icons';

interface Look {
  shape: Shape;
  word: string;
  tone: string;
}

const UNKNOWN: Look = { shape: 'question', word: 'unknown', tone: 'quiet' };

const ALERT: Record<AlertState, Look> = {
  FIRING: { shape: 'cross', word: 'firing', tone: 'bad' },
  PENDING: { shape: 'ring', word: 'pending', tone: 'warn' },
  RESOLVED: { shape: 'check', word: 'resolved', tone: 'good' },
  EVENT: { shape: 'ring', word: 'event', tone: 'quiet' },
};

const DELIVERY: Record<DeliveryState, Look> = {
  SENT: { shape: 'check', word: 'sent', tone: 'good' },
  PENDING: { shape: 'ring', word: 'waits', tone: 'warn' },
  PARKED: { shape: 'warning', word: 'PARKED', tone: 'bad' },
  SKIPPED: { shape: 'pause', word: 'skipped', tone: 'quiet' },
};

export function AlertBadge({ state, muted }: { state: AlertState; muted: boolean }) {
  const { shape, word, tone } = ALERT[state] ?? UNKNOWN;
  return muted ? (
    <span class="badge tone-quiet">
      <Icon shape="pause" />
      muted, {word}
    </span>
  ) : (
    <span class={`badge tone-${tone}`}>
      <Icon shape={shape} />
      {word}
    </span>
  );
}

export function DeliveryBadge({ state }: { state: DeliveryState }) {
  const { shape, word, tone } = DELIVERY[state] ?? UNKNOWN;
  return (
    <span class={`badge tone-${tone}`}>
      <Icon shape={shape} />
      {word}
    </span>
  );
}

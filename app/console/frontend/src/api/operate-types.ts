/** Alerts and the pipeline, as openapi.yaml states them. */

import type { Feed } from './types';

export type AlertState = 'PENDING' | 'FIRING' | 'RESOLVED' | 'EVENT';
export type DeliveryState = 'PENDING' | 'SENT' | 'PARKED' | 'SKIPPED';

export interface Delivery {
  receiver: string;
  status: AlertState;
  state: DeliveryState;
  attempts: number;
  error: string;
  created: string;
  finished: string | null;
}

export interface Alert {
  team: string;
  fingerprint: string;
  name: string;
  severity: string;
  state: AlertState;
  reason: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
  startsAt: string;
  endsAt: string | null;
  muted: boolean;
  deliveries: Delivery[];
}

export interface Mute {
  team: string;
  id: string;
  labels: Record<string, string>;
  from: string;
  until: string;
  reason: string;
  by: string;
}

export interface Alerts {
  now: string;
  alerts: Alert[];
  mutes: Mute[];
}

export interface TopicLag {
  team: string;
  topic: string;
  partitions: number;
  behind: number | null;
}

export interface DeadLetters {
  team: string;
  topic: string;
  code: string;
  records: number;
  example: string;
  first: string;
  last: string;
}

export interface Pipeline {
  now: string;
  feeds: Feed[];
  sinks: TopicLag[];
  deadLetters: DeadLetters[];
  problems: string[];
}

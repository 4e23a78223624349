/** What a tab and the hub of its browser say to each other. */

import type { BreachEvent, ChangedEvent, LiveRun, ServerTime, WindowsEvent } from '../api/types';

export interface Scope {
  team?: string;
  run?: string;
}

export type ConnectionState = 'connecting' | 'open' | 'lost';

/** Events of the server with their data; `reset` and `expired` have none. */
export interface Events {
  hello: ServerTime;
  time: ServerTime;
  run: LiveRun;
  windows: WindowsEvent;
  breach: BreachEvent;
  changed: ChangedEvent;
  reset: null;
  expired: null;
}

export type EventName = keyof Events;

export const EVENT_NAMES: EventName[] = ['hello', 'time', 'run', 'windows', 'breach', 'changed', 'reset', 'expired'];

export type EventMessage = { [N in EventName]: { type: 'event'; name: N; data: Events[N] } }[EventName];

export type ToHub = { type: 'open'; scope: Scope } | { type: 'close' } | { type: 'alive' } | { type: 'bye' };

/** `full`: the hub has no room for the run, and the tab must read for itself. */
export type FromHub = EventMessage | { type: 'state'; state: ConnectionState } | { type: 'ping' } | { type: 'full' };

/** A hub that reads the server of this page or worker. */

import { apiPath } from '../api/paths';
import type { Session } from '../api/types';
import { Hub } from './hub';

const WATCH_MS = 1_000;

export function startHub(): Hub {
  const hub = new Hub({ monotonic: () => performance.now(), refused: isLoginNeeded });
  setInterval(() => hub.watch(), WATCH_MS);
  return hub;
}

async function isLoginNeeded(): Promise<boolean> {
  try {
    const response = await fetch(apiPath('/session'), { headers: { Accept: 'application/json' }, credentials: 'same-origin' });
    return response.ok && ((await response.json()) as Session).login === 'needed';
  } catch {
    return false;
  }
}

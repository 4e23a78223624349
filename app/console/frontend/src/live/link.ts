/** The way from a tab to its hub: that of the worker which all tabs share, or, where the browser has no such workers, one of the tab's own. */

import type { FromHub, ToHub } from './messages';
import { startHub } from './own-hub';

export interface HubLink {
  /** Whether other tabs use the same hub. */
  shared: boolean;
  send(message: ToHub): void;
  close(): void;
}

/** The worker's file; the build names it. */
declare const WORKER_FILE: string;

/** `failed` is called where the worker does not start. */
export function sharedLink(receive: (message: FromHub) => void, failed: () => void): HubLink | null {
  if (typeof SharedWorker === 'undefined') {
    return null;
  }
  try {
    const worker = new SharedWorker(WORKER_FILE, 'tidemark-events');
    worker.onerror = failed;
    worker.port.onmessage = ({ data }: MessageEvent<FromHub>) => receive(data);
    return {
      shared: true,
      send: (message) => worker.port.postMessage(message),
      close: () => {
        worker.port.postMessage({ type: 'bye' } satisfies ToHub);
        worker.port.close();
      },
    };
  } catch {
    return null;
  }
}

let own: ReturnType<typeof startHub> | null = null;

export function ownLink(receive: (message: FromHub) => void): HubLink {
  own ??= startHub();
  const tab = own.add(receive);
  return { shared: false, send: (message) => tab.receive(message), close: () => tab.receive({ type: 'bye' }) };
}

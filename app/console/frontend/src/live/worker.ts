/** The worker that all tabs of a browser share: it holds the hub. */

import type { ToHub } from './messages';
import { startHub } from './own-hub';

const hub = startHub();

addEventListener('connect', (event) => {
  const port = (event as MessageEvent).ports[0]!;
  const tab = hub.add((message) => port.postMessage(message));
  port.onmessage = ({ data }: MessageEvent<ToHub>) => {
    tab.receive(data);
    if (data.type === 'bye') {
      port.close();
    }
  };
});

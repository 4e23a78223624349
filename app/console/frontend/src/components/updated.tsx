/** When a page that loads again by itself last did, by the server's clock. */

import { clockTime, millis } from '../format/time';

export function Updated({ at, every }: { at: string; every: string }) {
  return (
    <span class="dim">
      as of <span class="num">{clockTime(millis(at))} UTC</span>, every {every}
    </span>
  );
}

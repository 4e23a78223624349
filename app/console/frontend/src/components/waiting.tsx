/** Holds the place of what is being loaded, so that the page does not jump. */

import type { Loaded } from '../state/load';
import { Problem } from './problem';

export function Waiting({ words }: { words: string }) {
  return (
    <div class="waiting" role="status">
      <p>{words}</p>
    </div>
  );
}

/** The problem, if the last load failed; the waiting words until the first data. */
export function Loading({ loaded: { data, error, reload }, words }: { loaded: Loaded<unknown>; words: string }) {
  return (
    <>
      {error !== null && <Problem error={error} retry={reload} />}
      {data === null && error === null && <Waiting words={words} />}
    </>
  );
}

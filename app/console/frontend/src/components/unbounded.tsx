/** An interval without an upper end, and what that means. */

export const UNBOUNDED_NOTE = 'unbounded: too few independent requests, or too many errors, to bound the value from above';

export function Unbounded() {
  return <abbr title={UNBOUNDED_NOTE}>unbounded</abbr>;
}

/** Beneath a table, where it has such an interval. */
export function UnboundedNote({ shown }: { shown: boolean }) {
  return shown ? <p class="dim">{UNBOUNDED_NOTE}.</p> : null;
}

/** A button that opens a dialog of a change. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

export interface ChangeButtonProps {
  label: ComponentChildren;
  /** For who does not see where the button stands. */
  of?: string;
  children(close: () => void): ComponentChildren;
}

export function ChangeButton({ label, of, children }: ChangeButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
        {of !== undefined && <span class="sr-only"> {of}</span>}
      </button>
      {open && children(() => setOpen(false))}
    </>
  );
}

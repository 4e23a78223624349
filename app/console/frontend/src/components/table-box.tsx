/** Tables scroll in a box of their own, which the keyboard reaches. The page never scrolls sideways. */

import type { ComponentChildren } from 'preact';

export function TableBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="table-box" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

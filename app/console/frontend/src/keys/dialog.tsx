/** A modal dialog. The browser keeps the focus in it and closes it by Esc. */

import type { ComponentChildren } from 'preact';
import { useApp } from '../app-context';
import { useModal } from './modal';

export function Dialog({ label, class: className, children }: { label: string; class: string; children: ComponentChildren }) {
  const app = useApp();
  const element = useModal();
  return (
    <dialog ref={element} class={className} aria-label={label} onClose={() => app.dialog.set(null)} onClick={(event) => event.target === element.current && element.current!.close()}>
      {children}
    </dialog>
  );
}

/** A modal dialog. The browser keeps the focus in it and closes it by Esc. */

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useApp } from '../app-context';

export function Dialog({ label, class: className, children }: { label: string; class: string; children: ComponentChildren }) {
  const app = useApp();
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    element.current!.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) {
        before.focus();
      }
    };
  }, []);
  return (
    <dialog ref={element} class={className} aria-label={label} onClose={() => app.dialog.set(null)} onClick={(event) => event.target === element.current && element.current!.close()}>
      {children}
    </dialog>
  );
}

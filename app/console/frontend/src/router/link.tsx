/** A link to a view of this page. */

import type { ComponentChildren } from 'preact';
import { useApp } from '../app-context';

export interface LinkProps {
  to: string;
  children: ComponentChildren;
  class?: string;
  row?: boolean;
  current?: boolean;
  title?: string;
}

export function Link({ to, children, class: className, row, current, title }: LinkProps) {
  const { router } = useApp();
  const open = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
      return;
    }
    event.preventDefault();
    router.go(to);
  };
  return (
    <a href={to} class={className} onClick={open} title={title} data-row={row ? '' : undefined} aria-current={current ? 'page' : undefined}>
      {children}
    </a>
  );
}

/** The frame of a page: its title, its one heading, what is beside the heading. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useApp } from '../app-context';
import { useStore } from '../state/store';

export interface PageProps {
  /** In the browser's tab. */
  title: string;
  heading: ComponentChildren;
  above?: ComponentChildren;
  aside?: ComponentChildren;
  children: ComponentChildren;
}

export function Page({ title, heading, above, aside, children }: PageProps) {
  const { router } = useApp();
  const opened = useStore(router.opened);
  const headline = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Tidemark`;
  }, [title]);
  useEffect(() => {
    if (opened > 0) {
      headline.current?.focus();
    }
  }, [opened]);
  return (
    <>
      <div class="page-head">
        {above}
        <div class="page-line">
          <h1 ref={headline} tabIndex={-1}>
            {heading}
          </h1>
          {aside && <div class="page-aside">{aside}</div>}
        </div>
      </div>
      {children}
    </>
  );
}

/** The sections of a report, with a list of them at the side of wide screens. */

import { useEffect, useState } from 'preact/hooks';
import type { Section } from '../../api/report-types';
import { Blocks } from './blocks';

export function Sections({ sections }: { sections: Section[] }) {
  const current = useCurrent(sections.length);
  return (
    <div class="doc">
      {sections.length > 1 && <Contents sections={sections} current={current} />}
      <div class="doc-sections">
        {sections.map((section, i) => (
          <section key={i} id={idOf(i)} class="doc-section" aria-labelledby={`${idOf(i)}-title`}>
            <h2 id={`${idOf(i)}-title`} tabIndex={-1} dir="auto">
              {section.title}
            </h2>
            <Blocks blocks={section.blocks} label={section.title} />
          </section>
        ))}
      </div>
    </div>
  );
}

function Contents({ sections, current }: { sections: Section[]; current: number }) {
  const open = (event: MouseEvent, place: number): void => {
    event.preventDefault();
    const title = document.getElementById(`${idOf(place)}-title`);
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: 'start' });
  };
  return (
    <nav class="doc-contents" aria-label="Sections">
      <ul>
        {sections.map((section, i) => (
          <li key={i}>
            <a href={`#${idOf(i)}`} aria-current={i === current ? 'location' : undefined} onClick={(event) => open(event, i)} dir="auto">
              {section.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function idOf(place: number): string {
  return `section-${place + 1}`;
}

/** The last section whose beginning is in the upper part of the window. */
function useCurrent(count: number): number {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    let asked = 0;
    const find = (): void => {
      asked = 0;
      let found = 0;
      for (let i = 0; i < count; i++) {
        const top = document.getElementById(idOf(i))?.getBoundingClientRect().top ?? Infinity;
        found = top < innerHeight / 3 ? i : found;
      }
      setCurrent(found);
    };
    const scrolled = (): void => {
      asked = asked || requestAnimationFrame(find);
    };
    addEventListener('scroll', scrolled, { passive: true });
    return () => {
      removeEventListener('scroll', scrolled);
      cancelAnimationFrame(asked);
    };
  }, [count]);
  return current;
}

/** A comparison: its answer in large words, then what was configured differently, then the rest. */

import type { Block, ReportDocument, Section } from '../../api/report-types';
import { Blocks } from '../document/blocks';
import { Sections } from '../document/sections';
import { ReportTeam } from '../document/words';

export function Comparison({ team, document }: { team: string; document: ReportDocument }) {
  const { lead, sections } = arranged(document);
  return (
    <ReportTeam.Provider value={team}>
      <section class="answer" aria-label="The answer">
        <Blocks blocks={lead} label="The answer" />
        <p class="dim" dir="auto">
          {document.subtitle}
        </p>
      </section>
      <Sections sections={sections} />
    </ReportTeam.Provider>
  );
}

/** Numbers of sections say an order that is not this one. */
export function arranged(document: ReportDocument): { lead: Block[]; sections: Section[] } {
  const named = document.sections.map((section) => ({ ...section, title: section.title.replace(/^\d+\. /, '') }));
  const answer = named.find((section) => /answer/i.test(section.title));
  const rest = named.filter((section) => section !== answer);
  const configured = (section: Section): boolean => /configuration/i.test(section.title);
  return { lead: answer?.blocks ?? document.summary, sections: [...rest.filter(configured), ...rest.filter((section) => !configured(section))] };
}

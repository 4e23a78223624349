/** A comparison: its answer in large words beside a chart, then the differences, then the rest. */

import type { Block, Cell, FigureBlock, ReportDocument, Section } from '../../api/report-types';
import { Blocks } from '../document/blocks';
import { DocumentFigure } from '../document/figure';
import { Sections } from '../document/sections';
import { ReportTeam } from '../document/words';

export function Comparison({ team, document }: { team: string; document: ReportDocument }) {
  const { lead, chart, sections } = arranged(document);
  return (
    <ReportTeam.Provider value={team}>
      <section class={chart ? 'answer answer-with-chart' : 'answer'} aria-label="The answer">
        <div class="answer-words">
          <Blocks blocks={lead} label="The answer" />
          <p class="dim" dir="auto">
            {document.subtitle}
          </p>
        </div>
        {chart && <DocumentFigure figure={chart} />}
      </section>
      <Sections sections={sections} />
    </ReportTeam.Provider>
  );
}

export interface Arranged {
  lead: Block[];
  chart: FigureBlock | null;
  sections: Section[];
}

/** The first section behind the answer is that of the differences. Numbers of sections count the answer, which has no heading here. */
export function arranged(document: ReportDocument): Arranged {
  const named = document.sections.map((section) => ({ ...section, title: section.title.replace(/^\d+\. /, '') }));
  const answer = named.find((section) => /answer/i.test(section.title));
  const others = named.filter((section) => section !== answer);
  const chart = firstChart(others);
  const sections = others.map((section, i) => ({
    ...section,
    blocks: section.blocks.filter((block) => block !== chart).map((block) => (i === 0 ? changesFirst(block) : block)),
  }));
  return { lead: answer?.blocks ?? document.summary, chart, sections: sections.filter((section) => section.blocks.length > 0) };
}

/** Of the metric that is drawn first, at the highest load. */
function firstChart(sections: Section[]): FigureBlock | null {
  const figures = sections.flatMap((section) => section.blocks).filter((block): block is FigureBlock => block.type === 'figure');
  const metric = (figure: FigureBlock): string => figure.name.replace(/-\d+$/, '');
  return figures.filter((figure) => metric(figure) === metric(figures[0]!)).at(-1) ?? null;
}

/** Figures that became better or worse come before those that did not. */
function changesFirst(block: Block): Block {
  if (block.type !== 'table') {
    return block;
  }
  const changed = (row: Cell[]): boolean => row.some((cell) => cell.tone === 'GOOD' || cell.tone === 'BAD');
  return { ...block, rows: [...block.rows.filter(changed), ...block.rows.filter((row) => !changed(row))] };
}

/** The blocks of a report, as they follow each other. */

import type { Block } from '../../api/report-types';
import { CodeBlock } from './code';
import { DocumentFigure } from './figure';
import { DocumentTable } from './table';
import { ToneMark, toneClass } from './tone';
import { Words } from './words';

/** Headings and details name the tables under them. */
export function Blocks({ blocks, label }: { blocks: Block[]; label: string }) {
  let about = label;
  return (
    <>
      {blocks.map((block, i) => {
        about = block.type === 'heading' ? block.text : about;
        return <BlockView key={i} block={block} label={block.type === 'table' ? tableLabel(blocks, i, about) : about} />;
      })}
    </>
  );
}

/** Letters of a headline in large type: two lines. */
const MAX_LARGE = 130;

function tableLabel(blocks: Block[], place: number, about: string): string {
  const tables = blocks.filter((block) => block.type === 'table');
  return tables.length === 1 ? `Table of ${about}` : `${about}, table ${tables.indexOf(blocks[place] as (typeof tables)[number]) + 1}`;
}

function BlockView({ block, label }: { block: Block; label: string }) {
  switch (block.type) {
    case 'headline':
      return (
        <p class={`doc-headline ${block.text.length > MAX_LARGE ? 'doc-headline-long ' : ''}${toneClass(block.tone)}`} dir="auto">
          <ToneMark tone={block.tone} /> <Words text={block.text} />
        </p>
      );
    case 'paragraph':
      return (
        <p class={`doc-text ${toneClass(block.tone)}`} dir="auto">
          <ToneMark tone={block.tone} /> <Words text={block.text} />
        </p>
      );
    case 'callout':
      return (
        <p class={`doc-callout doc-callout-${block.tone.toLowerCase()}`} dir="auto">
          <ToneMark tone={block.tone} />
          <span>
            <Words text={block.text} />
          </span>
        </p>
      );
    case 'bullets':
      return (
        <ul class="doc-bullets">
          {block.items.map((item, i) => (
            <li key={i}>
              <bdi dir="auto">
                <Words text={item} />
              </bdi>
            </li>
          ))}
        </ul>
      );
    case 'table':
      return <DocumentTable table={block} label={label} />;
    case 'code':
      return <CodeBlock text={block.text} />;
    case 'heading':
      return <h3 dir="auto">{block.text}</h3>;
    case 'figure':
      return <DocumentFigure figure={block} />;
    case 'details':
      return (
        <details class="fold">
          <summary dir="auto">{block.title}</summary>
          <div class="fold-content">
            <Blocks blocks={block.blocks} label={block.title} />
          </div>
        </details>
      );
    default:
      return null;
  }
}

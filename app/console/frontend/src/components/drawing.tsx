/** A drawing with its title, and buttons that save it as SVG, PNG and CSV. */

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TableBlock } from '../api/report-types';
import { svgFile, svgPicture } from '../charts/svg-file';
import { tableCsv } from './document/csv';
import { download, fileName } from './run/save';

export interface DrawingProps {
  title: string;
  /** Of the files. */
  name: string;
  /** The drawing in words. */
  summary: string;
  width: number;
  height: number;
  data: TableBlock;
  controls?: ComponentChildren;
  children: ComponentChildren;
  note?: string;
  /** Told how wide a drawing may be without being scrolled, now and whenever that changes. */
  onRoom?(width: number): void;
}

export function Drawing({ title, name, summary, width, height, data, controls, children, note, onRoom }: DrawingProps) {
  const svg = useRef<SVGSVGElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState('');
  useLayoutEffect(() => {
    if (!onRoom) {
      return;
    }
    const tell = (): void => onRoom(box.current!.clientWidth);
    const sizes = new ResizeObserver(tell);
    tell();
    sizes.observe(box.current!);
    return () => sizes.disconnect();
  }, []);
  const saveSvg = (): void => download(new Blob([svgFile(svg.current!)], { type: 'image/svg+xml' }), fileName(name, 'chart.svg'));
  const savePng = async (): Promise<void> => {
    try {
      download(await svgPicture(svgFile(svg.current!)), fileName(name, 'chart.png'));
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error));
    }
  };
  const saveCsv = (): void => download(new Blob([tableCsv(data)], { type: 'text/csv' }), fileName(name, 'data.csv'));
  return (
    <figure class="drawing">
      <figcaption>
        <strong>{title}</strong>
        {controls}
        <span class="head-space" />
        <span class="doc-files" role="group" aria-label={`Save ${title}`}>
          <button type="button" class="small" onClick={saveSvg}>
            SVG
          </button>
          <button type="button" class="small" onClick={() => void savePng()}>
            PNG
          </button>
          <button type="button" class="small" onClick={saveCsv}>
            CSV
          </button>
        </span>
        <span class="dim" role="status">
          {said}
        </span>
      </figcaption>
      <div ref={box} class="drawing-box" role="region" aria-label={title} tabIndex={0}>
        <svg ref={svg} role="img" aria-label={summary} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          {children}
        </svg>
      </div>
      {note && <p class="dim">{note}</p>}
    </figure>
  );
}

/** A table of text. */
export function textTable(columns: string[], rows: string[][]): TableBlock {
  return {
    columns: columns.map((name) => ({ name, align: 'LEFT' })),
    rows: rows.map((row) => row.map((text) => ({ text, tone: 'PLAIN' }))),
    notes: [],
  };
}

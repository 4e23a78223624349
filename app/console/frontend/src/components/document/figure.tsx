/** A figure of a report: the picture, its caption, its data under a fold, and both as files. */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { FigureBlock } from '../../api/report-types';
import { useApp } from '../../app-context';
import { useStore } from '../../state/store';
import { download, fileName } from '../run/save';
import { tableCsv } from './csv';
import { inTheme, sizeOf } from './svg';
import { DocumentTable } from './table';

/** Wider figures have a row of their own. */
const USUAL_WIDTH = 600;

export function DocumentFigure({ figure }: { figure: FigureBlock }) {
  const { width, height } = useMemo(() => sizeOf(figure.svg), [figure.svg]);
  const address = usePicture(figure.svg);
  return (
    <figure class={width > USUAL_WIDTH ? 'doc-figure doc-figure-wide' : 'doc-figure'}>
      <figcaption>
        <strong dir="auto">{figure.title}</strong>
        <FigureFiles figure={figure} />
      </figcaption>
      <div class="doc-picture">
        <img src={address} width={width} height={height} alt={`${figure.title}. ${figure.caption}`} decoding="async" />
      </div>
      <p class="dim" dir="auto">
        {figure.caption}
      </p>
      {figure.data.rows.length > 0 && (
        <details class="fold">
          <summary>Data of “{figure.title}”</summary>
          <DocumentTable table={figure.data} label={`Data of ${figure.title}`} />
        </details>
      )}
    </figure>
  );
}

function FigureFiles({ figure }: { figure: FigureBlock }) {
  return (
    <span class="doc-files">
      <button type="button" class="small" onClick={() => download(new Blob([figure.svg], { type: 'image/svg+xml' }), fileName(figure.name, 'figure.svg'))}>
        SVG<span class="sr-only"> of {figure.title}</span>
      </button>
      {figure.data.rows.length > 0 && (
        <button type="button" class="small" onClick={() => download(new Blob([tableCsv(figure.data)], { type: 'text/csv' }), fileName(figure.name, 'data.csv'))}>
          CSV<span class="sr-only"> of {figure.title}</span>
        </button>
      )}
    </span>
  );
}

/** Nothing is shown in place of a picture that is not made yet. */
const EMPTY = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg"/%3E';

/** An image cannot run scripts of its text. */
function usePicture(svg: string): string {
  const theme = useStore(useApp().theme.theme);
  const [address, setAddress] = useState(EMPTY);
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([inTheme(svg, theme)], { type: 'image/svg+xml' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [svg, theme]);
  return address;
}

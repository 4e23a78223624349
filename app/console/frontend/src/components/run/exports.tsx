/** Takes what is shown elsewhere: as a table, a picture, a report, an address. */

import { useState } from 'preact/hooks';
import { runReportView, soakView } from '../../api/report-paths';
import type { Run } from '../../api/types';
import { useApp } from '../../app-context';
import { chartsPicture } from '../../charts/picture';
import { count } from '../../format/number';
import { Link } from '../../router/link';
import type { RunView } from '../../router/route';
import { windowsQuery } from '../../state/run-data';
import { copyText, download, fileName } from './save';

export interface ExportsProps {
  run: Run;
  view: RunView;
  /** What the charts are zoomed to. */
  range: [number, number] | null;
  /** Windows that the server has in this range, as far as is known. */
  total: number;
  /** The charts as an SVG file; null where none is shown. */
  svg(title: string): string | null;
}

/** The most windows that the server gives in one answer. */
const MOST_WINDOWS = 5_000;

/** A shorter run is no soak. */
const SOAK_MS = 3_600_000;

export function Exports({ run, view, range, total, svg }: ExportsProps) {
  const { api, clock } = useApp();
  const lasted = (run.ended === null ? clock.now() : Date.parse(run.ended)) - Date.parse(run.started);
  const title = `${run.experiment} / ${run.phase}, run ${run.run}`;
  const [note, setNote] = useState('');
  const act = async (work: () => Promise<string>): Promise<void> => {
    try {
      setNote(await work());
    } catch (error) {
      setNote(error instanceof Error ? error.message : String(error));
    }
  };
  const csv = async (): Promise<string> => {
    const query = windowsQuery({ metric: view.metric, requestClass: view.requestClass, target: view.target, from: range?.[0] ?? null, until: range?.[1] ?? null });
    download(await api.windowsCsv(run, { ...query, points: MOST_WINDOWS }), fileName(run.run, `${view.metric}.csv`));
    return total > MOST_WINDOWS ? `CSV saved: ${count(MOST_WINDOWS)} of ${count(total)} windows. Zoom in for all of a part.` : 'CSV saved.';
  };
  const png = async (): Promise<string> => {
    download(await chartsPicture(title), fileName(run.run, `${view.metric}.png`));
    return 'Picture saved.';
  };
  const drawing = async (): Promise<string> => {
    const text = svg(title);
    if (text === null) {
      return 'There is no chart to save.';
    }
    download(new Blob([text], { type: 'image/svg+xml' }), fileName(run.run, `${view.metric}.svg`));
    return 'Drawing saved.';
  };
  const link = async (): Promise<string> => ((await copyText(location.href)) ? 'Link copied.' : 'The browser did not allow the copy: the address bar has the link.');
  return (
    <span class="exports" role="group" aria-label="Exports">
      <button type="button" onClick={() => void act(csv)}>
        CSV
      </button>
      <button type="button" onClick={() => void act(png)}>
        PNG
      </button>
      <button type="button" onClick={() => void act(drawing)}>
        SVG
      </button>
      <Link class="button" to={runReportView(run)}>
        Report
      </Link>
      {lasted >= SOAK_MS && (
        <Link class="button" to={soakView(run, view.metric)}>
          Soak
        </Link>
      )}
      <button type="button" onClick={() => void act(link)}>
        Copy link
      </button>
      <span class="dim" role="status">
        {note}
      </span>
    </span>
  );
}

/** Takes what is shown elsewhere: as a table, a picture, a report, an address. */

import { useState } from 'preact/hooks';
import { runReportView } from '../../api/report-paths';
import type { Run } from '../../api/types';
import { useApp } from '../../app-context';
import { chartsPicture } from '../../charts/picture';
import { Link } from '../../router/link';
import type { RunView } from '../../router/route';
import { windowsQuery } from '../../state/run-data';
import { copyText, download, fileName } from './save';

export function Exports({ run, view, range }: { run: Run; view: RunView; range: [number, number] | null }) {
  const { api } = useApp();
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
    download(await api.windowsCsv(run, { ...query, points: 5000 }), fileName(run.run, `${view.metric}.csv`));
    return 'CSV saved.';
  };
  const png = async (): Promise<string> => {
    download(await chartsPicture(`${run.experiment} / ${run.phase}, run ${run.run}`), fileName(run.run, `${view.metric}.png`));
    return 'Picture saved.';
  };
  const link = async (): Promise<string> => ((await copyText(location.href)) ? 'Link copied.' : 'The browser did not allow the copy.');
  return (
    <span class="exports" role="group" aria-label="Exports">
      <span class="dim" role="status">
        {note}
      </span>
      <button type="button" onClick={() => void act(csv)}>
        CSV
      </button>
      <button type="button" onClick={() => void act(png)}>
        PNG
      </button>
      <Link class="button" to={runReportView(run)}>
        Report
      </Link>
      <button type="button" onClick={() => void act(link)}>
        Copy link
      </button>
    </span>
  );
}

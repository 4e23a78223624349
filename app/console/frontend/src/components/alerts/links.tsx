/** Where an alert leads: its run, its experiment, the pages that its rule names. */

import type { Alert } from '../../api/operate-types';
import { experimentView } from '../../api/report-paths';
import { runsView, runView } from '../../api/paths';
import { Link } from '../../router/link';

const PAGES: [string, string][] = [
  ['runbook_url', 'Runbook'],
  ['report_url', 'Report'],
];

export function AlertLinks({ alert }: { alert: Alert }) {
  const { run, experiment, phase } = alert.labels;
  const pages = PAGES.flatMap(([name, words]) => {
    const address = webAddress(alert.annotations[name]);
    return address === null ? [] : [{ address, words }];
  });
  return (
    <p class="alert-links">
      {run && (
        <Link class="button" to={runView({ team: alert.team, run })}>
          Run
        </Link>
      )}
      {experiment && (
        <Link class="button" to={experimentView(alert.team, experiment)}>
          Experiment
        </Link>
      )}
      {experiment && phase && (
        <Link class="button" to={runsView({ team: alert.team, experiment, phase })}>
          Runs of the phase
        </Link>
      )}
      {pages.map(({ address, words }) => (
        <a key={words} class="button" href={address} target="_blank" rel="noopener noreferrer">
          {words}
        </a>
      ))}
    </p>
  );
}

/** Only an address of the web is a link, whatever else stands there. */
export function webAddress(text: string | undefined): string | null {
  try {
    const { protocol } = new URL(text ?? '');
    return protocol === 'http:' || protocol === 'https:' ? text! : null;
  } catch {
    return null;
  }
}

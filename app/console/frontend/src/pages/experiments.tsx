/** The experiments of the store, by team. */

import { apiPath, nowView, runsView } from '../api/paths';
import { experimentsView, experimentView, historyView } from '../api/report-paths';
import type { Experiment } from '../api/report-types';
import { useApp } from '../app-context';
import { Name } from '../components/name';
import { Problem } from '../components/problem';
import { TableBox } from '../components/table-box';
import { TeamPicker } from '../components/team-filter';
import { Waiting } from '../components/waiting';
import { count, plural } from '../format/number';
import { dateTime, millis } from '../format/time';
import { Link } from '../router/link';
import { grouped } from '../state/grouped';
import { usePoll } from '../state/poll';
import { useStream } from '../state/use-stream';
import { Page } from './page';

const EVERY_MS = 30_000;

export function ExperimentsPage({ team }: { team: string | null }) {
  const { api } = useApp();
  useStream(team);
  const path = apiPath('/experiments', { team });
  const { data, error, reload } = usePoll(path, EVERY_MS, (signal) => api.get<{ experiments: Experiment[] }>(path, signal));
  const all = data?.experiments ?? [];
  return (
    <Page title="Experiments" heading="Experiments" aside={data && <span class="dim">{plural(all.length, 'experiment')}</span>}>
      <TeamPicker team={team} view={experimentsView} />
      {error !== null && <Problem error={error} retry={reload} />}
      {!data && error === null && <Waiting words="Loading the experiments…" />}
      {data && all.length === 0 && (
        <div class="empty">
          <h2>No experiment is stored</h2>
          <p>An experiment is what several phases are run for. The store gets one with its first run:</p>
          <pre>tidemark run --help</pre>
          <p>
            See also <Link to={nowView()}>what runs now</Link>.
          </p>
        </div>
      )}
      {[...grouped(all, (one) => one.team)].map(([name, experiments]) => (
        <section key={name} class="team" aria-label={`Team ${name}`}>
          <h2>
            <Name text={name} />
          </h2>
          <ExperimentTable team={name} experiments={experiments} />
        </section>
      ))}
    </Page>
  );
}

function ExperimentTable({ team, experiments }: { team: string; experiments: Experiment[] }) {
  return (
    <TableBox label={`Experiments of ${team}`}>
      <table class="rows">
        <caption class="sr-only">Experiments of {team}, the one with the newest run first</caption>
        <thead>
          <tr>
            <th scope="col">Experiment</th>
            <th scope="col">Phases</th>
            <th scope="col" class="right">
              Runs
            </th>
            <th scope="col">Last started, UTC</th>
            <th scope="col">Over time</th>
          </tr>
        </thead>
        <tbody>
          {experiments.map((one) => (
            <tr key={one.experiment}>
              <th scope="row">
                <Link to={experimentView(team, one.experiment)} row>
                  <Name text={one.experiment} />
                </Link>
              </th>
              <td class="wrap">
                <span class="tags">
                  {one.phases.map((phase) => (
                    <Link key={phase} class="tag" to={runsView({ team, experiment: one.experiment, phase })} title="Runs of this phase">
                      <Name text={phase} />
                    </Link>
                  ))}
                </span>
              </td>
              <td class="num right">{count(one.runs)}</td>
              <td class="num">{dateTime(millis(one.lastStarted))}</td>
              <td>
                <Link to={historyView({ team, experiment: one.experiment })}>
                  History<span class="sr-only"> of {one.experiment}</span>
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** The experiments of the store, by team. */

import { nowView, runsView } from '../api/paths';
import { experimentsView, experimentView, historyView } from '../api/report-paths';
import type { Experiment } from '../api/report-types';
import { Name } from '../components/name';
import { Heads, TableBox } from '../components/table-box';
import { TeamPicker } from '../components/team-filter';
import { Loading } from '../components/waiting';
import { count, plural } from '../format/number';
import { dateTime, millis } from '../format/time';
import { Link } from '../router/link';
import { grouped } from '../state/grouped';
import { useTeamPoll } from '../state/team-poll';
import { Page } from './page';

const EVERY_MS = 30_000;

export function ExperimentsPage({ team }: { team: string | null }) {
  const loaded = useTeamPoll<{ experiments: Experiment[] }>('/experiments', team, EVERY_MS);
  const { data } = loaded;
  const all = data?.experiments ?? [];
  return (
    <Page title="Experiments" heading="Experiments" aside={data && <span class="dim">{plural(all.length, 'experiment')}</span>}>
      <TeamPicker team={team} view={experimentsView} />
      <Loading loaded={loaded} words="Loading the experiments…" />
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
        <Heads columns={['Experiment', 'Phases', { right: 'Runs' }, 'Last started, UTC', 'Over time']} />
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

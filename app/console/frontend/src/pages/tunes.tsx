/** The tunes of the store, newest first. */

import { apiPath } from '../api/paths';
import { experimentView, tunesView, tuneView } from '../api/report-paths';
import type { Tune } from '../api/report-types';
import { useApp } from '../app-context';
import { Name } from '../components/name';
import { Problem } from '../components/problem';
import { TableBox } from '../components/table-box';
import { TeamPicker } from '../components/team-filter';
import { Activity, goesOn } from '../components/tunes/activity';
import { Progress } from '../components/tunes/progress';
import { Waiting } from '../components/waiting';
import { count, plural } from '../format/number';
import { dateTime, maybeMillis, millis } from '../format/time';
import { Link } from '../router/link';
import { usePoll } from '../state/poll';
import { useStream } from '../state/use-stream';
import { Page } from './page';

const EVERY_MS = 15_000;

export function TunesPage({ team }: { team: string | null }) {
  const { api } = useApp();
  useStream(team);
  const path = apiPath('/tunes', { team });
  const { data, error, reload } = usePoll(path, EVERY_MS, (signal) => api.get<{ tunes: Tune[] }>(path, signal));
  const tunes = data?.tunes ?? [];
  const running = tunes.filter((tune) => goesOn(tune.activity)).length;
  return (
    <Page title="Tunes" heading="Tunes" aside={data && <span class="dim">{`${plural(tunes.length, 'tune')}, ${running} running`}</span>}>
      <TeamPicker team={team} view={tunesView} />
      {error !== null && <Problem error={error} retry={reload} />}
      {!data && error === null && <Waiting words="Loading the tunes…" />}
      {data && tunes.length === 0 && (
        <div class="empty">
          <h2>No tune is stored</h2>
          <p>A tune starts a server with one configuration after another, measures each, and says which is best:</p>
          <pre>tidemark tune --help</pre>
        </div>
      )}
      {tunes.length > 0 && <TuneTable tunes={tunes} />}
    </Page>
  );
}

const COLUMNS = ['Tune', 'Experiment, team', 'Activity', 'Progress', 'Infeasible', 'Winner', 'Evidence', 'Expected end, UTC'];

function TuneTable({ tunes }: { tunes: Tune[] }) {
  return (
    <TableBox label="Tunes">
      <table class="rows">
        <caption class="sr-only">Tunes, newest first</caption>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" class={column === 'Infeasible' ? 'right' : ''}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {tunes.map((tune) => (
            <TuneRow key={`${tune.team}\n${tune.tune}`} tune={tune} />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function TuneRow({ tune }: { tune: Tune }) {
  const end = maybeMillis(tune.expectedEnd);
  return (
    <tr>
      <th scope="row">
        <Link to={tuneView(tune.team, tune.tune)} row>
          <Name text={tune.tune} />
        </Link>
        <span class="sub dim">
          {tune.mode} on <Name text={tune.target} />, <span class="num">{dateTime(millis(tune.started))}</span>
        </span>
      </th>
      <td>
        <Link class="quiet" to={experimentView(tune.team, tune.experiment)}>
          <Name text={tune.experiment} />
        </Link>
        <span class="sub dim">
          <Name text={tune.team} />
        </span>
      </td>
      <td>
        <Activity activity={tune.activity} />
      </td>
      <td>
        <Progress tune={tune} />
      </td>
      <td class="num right">{count(tune.infeasible)}</td>
      <td>{tune.winner === null ? <span class="dim">none yet</span> : <Name text={tune.winner} />}</td>
      <td class="words">
        <bdi dir="auto">{tune.evidence || tune.description || '–'}</bdi>
      </td>
      <td class="num">{end === null ? '–' : dateTime(end)}</td>
    </tr>
  );
}

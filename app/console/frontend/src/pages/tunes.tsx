/** The tunes of the store, newest first. */

import { experimentView, tunesView, tuneView } from '../api/report-paths';
import type { Tune } from '../api/report-types';
import { Name } from '../components/name';
import { Heads, TableBox } from '../components/table-box';
import { TeamPicker } from '../components/team-filter';
import { Activity, goesOn } from '../components/tunes/activity';
import { Progress } from '../components/tunes/progress';
import { Loading } from '../components/waiting';
import { count, plural } from '../format/number';
import { dateTime, maybeMillis, millis } from '../format/time';
import { Link } from '../router/link';
import { useTeamPoll } from '../state/team-poll';
import { Page } from './page';

const EVERY_MS = 15_000;

export function TunesPage({ team }: { team: string | null }) {
  const loaded = useTeamPoll<{ tunes: Tune[] }>('/tunes', team, EVERY_MS);
  const { data } = loaded;
  const tunes = data?.tunes ?? [];
  const running = tunes.filter((tune) => goesOn(tune.activity)).length;
  return (
    <Page title="Tunes" heading="Tunes" aside={data && <span class="dim">{`${plural(tunes.length, 'tune')}, ${running} running`}</span>}>
      <TeamPicker team={team} view={tunesView} />
      <Loading loaded={loaded} words="Loading the tunes…" />
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

function TuneTable({ tunes }: { tunes: Tune[] }) {
  return (
    <TableBox label="Tunes">
      <table class="rows">
        <caption class="sr-only">Tunes, newest first</caption>
        <Heads columns={['Tune', 'Experiment, team', 'Activity', 'Progress', { right: 'Infeasible' }, 'Winner', 'Evidence', 'Expected end, UTC']} />
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

/** The runs of the store, newest first. The filters are in the address. */

import { useEffect, useState } from 'preact/hooks';
import { runsView, runView } from '../api/paths';
import type { RunSummary } from '../api/types';
import { useApp } from '../app-context';
import { Name } from '../components/name';
import { Problem } from '../components/problem';
import { StatusBadge } from '../components/status';
import { TableBox } from '../components/table-box';
import { plural } from '../format/number';
import { dateTime, duration, millis } from '../format/time';
import { Link } from '../router/link';
import { useLoad } from '../state/load';
import { useStore } from '../state/store';
import { Page } from './page';

export interface RunsFilter {
  team: string | null;
  experiment: string | null;
  phase: string | null;
}

interface More {
  of: string;
  runs: RunSummary[];
  next: string | null;
}

export function RunsPage({ filter }: { filter: RunsFilter }) {
  const app = useApp();
  const reloads = useStore(app.reloads);
  const query = { team: filter.team, experiment: filter.experiment, phase: filter.phase };
  const subject = JSON.stringify(query);
  const first = useLoad(subject, reloads, (signal) => app.api.runs(query, signal));
  const [more, setMore] = useState<More | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const further = more && more.of === subject ? more : null;
  const runs = [...(first.data?.runs ?? []), ...(further?.runs ?? [])];
  const next = further ? further.next : (first.data?.next ?? null);
  useEffect(() => app.stream.open({ team: filter.team ?? undefined }), [filter.team]);
  useEffect(() => setMore(null), [subject, reloads]);

  const readMore = async (): Promise<void> => {
    try {
      const page = await app.api.runs({ ...query, cursor: next });
      setProblem(null);
      setMore({ of: subject, runs: [...(further?.runs ?? []), ...page.runs], next: page.next });
    } catch (error) {
      setProblem(error);
    }
  };

  return (
    <Page title="Runs" heading="Runs" aside={first.data && <span class="dim">{`${plural(runs.length, 'run')}${next ? ' so far' : ''}`}</span>}>
      <Filters key={subject} filter={filter} />
      {first.error !== null && <Problem error={first.error} retry={first.reload} />}
      {!first.data && first.error === null && <p class="loading">Loading the runs…</p>}
      {first.data && runs.length === 0 && <p class="empty">No run matches. {subject !== '{}' && <Link to={runsView()}>Show all runs</Link>}</p>}
      {runs.length > 0 && <RunsTable runs={runs} />}
      {problem !== null && <Problem error={problem} retry={() => void readMore()} />}
      {next && problem === null && (
        <button type="button" class="more" onClick={() => void readMore()}>
          More runs
        </button>
      )}
    </Page>
  );
}

function Filters({ filter }: { filter: RunsFilter }) {
  const app = useApp();
  const teams = useLoad('teams', 0, (signal) => app.api.teams(signal));
  const [experiment, setExperiment] = useState(filter.experiment ?? '');
  const [phase, setPhase] = useState(filter.phase ?? '');
  const go = (team: string | null): void => app.router.go(runsView({ team, experiment: experiment.trim(), phase: phase.trim() }));
  const names = new Set([...(teams.data ?? []).map((team) => team.team), ...(filter.team ? [filter.team] : [])]);
  const submit = (event: Event): void => {
    event.preventDefault();
    go(filter.team);
  };
  return (
    <form class="filters" role="search" aria-label="Filter runs" onSubmit={submit}>
      <label>
        Team
        <select value={filter.team ?? ''} onChange={(event) => go(event.currentTarget.value || null)}>
          <option value="">all teams</option>
          {[...names].sort().map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        Experiment
        <input dir="auto" value={experiment} onInput={(event) => setExperiment(event.currentTarget.value)} />
      </label>
      <label>
        Phase
        <input dir="auto" value={phase} onInput={(event) => setPhase(event.currentTarget.value)} />
      </label>
      <button type="submit">Filter</button>
      {(filter.team || filter.experiment || filter.phase) && <Link to={runsView()}>Clear</Link>}
    </form>
  );
}

function RunsTable({ runs }: { runs: RunSummary[] }) {
  return (
    <TableBox label="Runs">
      <table class="rows">
        <caption class="sr-only">Runs, newest first</caption>
        <thead>
          <tr>
            <th scope="col">Run</th>
            <th scope="col">Team</th>
            <th scope="col">Experiment</th>
            <th scope="col">Phase</th>
            <th scope="col">Status</th>
            <th scope="col">Started, UTC</th>
            <th scope="col" class="right">
              Lasted
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <RunRow key={`${run.team}\n${run.run}`} run={run} />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function RunRow({ run }: { run: RunSummary }) {
  const filtered = (part: Partial<RunsFilter>): string => runsView({ team: run.team, ...part });
  return (
    <tr>
      <th scope="row">
        <Link to={runView(run)} row>
          <Name text={run.run} />
        </Link>
      </th>
      <td>
        <Name text={run.team} />
      </td>
      <td>
        <Link class="quiet" to={filtered({ experiment: run.experiment })} title="Runs of this experiment">
          <Name text={run.experiment} />
        </Link>
      </td>
      <td>
        <Link class="quiet" to={filtered({ experiment: run.experiment, phase: run.phase })} title="Runs of this phase">
          <Name text={run.phase} />
        </Link>
      </td>
      <td>
        <StatusBadge status={run.status} />
      </td>
      <td class="num">{dateTime(millis(run.started))}</td>
      <td class="num right">{run.ended === null ? '–' : duration(millis(run.ended) - millis(run.started))}</td>
    </tr>
  );
}

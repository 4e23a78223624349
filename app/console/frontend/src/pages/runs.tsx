/** The runs of the store. Which ones is in the address; they are newest first unless a column orders them. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { runsView, runView, type Query } from '../api/paths';
import { compareView } from '../api/report-paths';
import type { RunSummary } from '../api/types';
import { useApp } from '../app-context';
import { Name } from '../components/name';
import { Problem } from '../components/problem';
import { ProbeTag, StatusBadge, VerdictBadge } from '../components/status';
import { TableBox } from '../components/table-box';
import { Tags } from '../components/tags';
import { TeamPicker } from '../components/team-filter';
import { plural } from '../format/number';
import { dateTime, duration, millis } from '../format/time';
import { Link } from '../router/link';
import { useLoad } from '../state/load';
import { keyOf } from '../state/now';
import { mayJoin, NEWEST_FIRST, ordered, orderedBy, sidesOf, type Column, type Order } from '../state/run-order';
import { LEAST_SIDES } from '../state/sides';
import { useStore } from '../state/store';
import { Page } from './page';

const SEARCH_AFTER_MS = 250;

export interface RunsFilter {
  team: string | null;
  experiment: string | null;
  phase: string | null;
  text: string | null;
}

interface More {
  of: string;
  runs: RunSummary[];
  next: string | null;
}

export function RunsPage({ filter }: { filter: RunsFilter }) {
  const app = useApp();
  const reloads = useStore(app.reloads);
  const query = queryOf(filter);
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
      <Filters filter={filter} />
      {first.error !== null && <Problem error={first.error} retry={first.reload} />}
      {!first.data && first.error === null && <p class="loading">Loading the runs…</p>}
      {first.data && runs.length === 0 && <p class="empty">No run matches. {subject !== '{}' && <Link to={runsView()}>Show all runs</Link>}</p>}
      {runs.length > 0 && <RunsTable key={subject} runs={runs} />}
      {problem !== null && <Problem error={problem} retry={() => void readMore()} />}
      {next && problem === null && (
        <button type="button" class="more" onClick={() => void readMore()}>
          More runs
        </button>
      )}
    </Page>
  );
}

/** Without what else a route has. */
function queryOf({ team, experiment, phase, text }: RunsFilter): RunsFilter & Query {
  return { team, experiment, phase, text };
}

function Filters({ filter }: { filter: RunsFilter }) {
  const app = useApp();
  const [text, setText] = useState(filter.text ?? '');
  const sent = useRef(filter.text);
  // A link or the Back button changes the address, too: the field follows it.
  useEffect(() => {
    if (filter.text !== sent.current) {
      sent.current = filter.text;
      setText(filter.text ?? '');
    }
  }, [filter.text]);
  useEffect(() => {
    const wanted = text.trim() || null;
    if (wanted === sent.current) {
      return undefined;
    }
    const timer = setTimeout(() => {
      sent.current = wanted;
      app.router.replace(runsView({ ...queryOf(filter), text: wanted }));
    }, SEARCH_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text, filter.team, filter.experiment, filter.phase]);
  const narrowed = (['experiment', 'phase'] as const).filter((name) => filter[name] !== null);
  return (
    <div class="filters" role="search" aria-label="Search runs">
      <TeamPicker team={filter.team} view={(team) => runsView({ ...queryOf(filter), team })} />
      <label>
        Search
        <input type="search" dir="auto" placeholder="run, experiment or phase" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      {narrowed.map((name) => (
        <Link key={name} class="button small" to={runsView({ ...queryOf(filter), [name]: null })} title={`Show every ${name}`}>
          {name} <Name text={filter[name]!} /> <span aria-hidden="true">×</span>
        </Link>
      ))}
    </div>
  );
}

function RunsTable({ runs }: { runs: RunSummary[] }) {
  const [order, setOrder] = useState<Order>(NEWEST_FIRST);
  const [keys, setKeys] = useState<ReadonlySet<string>>(new Set());
  const chosen = runs.filter((run) => keys.has(keyOf(run)));
  const choose = (run: RunSummary): void => {
    const next = new Set(keys);
    if (!next.delete(keyOf(run))) {
      next.add(keyOf(run));
    }
    setKeys(next);
  };
  const head = (column: Column, label: string, right = false) => <Head column={column} label={label} right={right} order={order} setOrder={setOrder} />;
  return (
    <>
      <Chosen runs={chosen} clear={() => setKeys(new Set())} />
      <TableBox label="Runs">
        <table class="rows">
          <caption class="sr-only">Runs</caption>
          <thead>
            <tr>
              <th scope="col">
                <span class="sr-only">Compare</span>
              </th>
              {head('experiment', 'Experiment / phase')}
              {head('result', 'Result')}
              {head('held', 'Held load')}
              {head('started', 'Started, UTC')}
              {head('lasted', 'Lasted', true)}
              {head('run', 'Run')}
              {head('team', 'Team')}
            </tr>
          </thead>
          <tbody>
            {ordered(runs, order).map((run) => (
              <RunRow key={keyOf(run)} run={run} chosen={keys.has(keyOf(run))} mayJoin={mayJoin(run, chosen)} choose={() => choose(run)} />
            ))}
          </tbody>
        </table>
      </TableBox>
    </>
  );
}

function Chosen({ runs, clear }: { runs: RunSummary[]; clear(): void }) {
  const first = runs[0];
  if (!first) {
    return null;
  }
  return (
    <p class="filters" role="status">
      {`${plural(runs.length, 'run')} chosen`}
      {runs.length >= LEAST_SIDES ? (
        <Link class="button" to={compareView({ team: first.team, sides: sidesOf(runs), experiment: null, allowMismatch: false })}>
          {`Compare ${plural(runs.length, 'run')}`}
        </Link>
      ) : (
        <span class="dim">Choose another one to compare them.</span>
      )}
      <button type="button" class="small" onClick={clear}>
        Clear
      </button>
    </p>
  );
}

interface HeadProps {
  column: Column;
  label: string;
  right: boolean;
  order: Order;
  setOrder(order: Order): void;
}

function Head({ column, label, right, order, setOrder }: HeadProps) {
  const by = order.column === column;
  return (
    <th scope="col" class={right ? 'right' : undefined} aria-sort={by ? (order.descending ? 'descending' : 'ascending') : undefined}>
      <button type="button" class="sort" onClick={() => setOrder(orderedBy(column, order))}>
        {label}
        {by && <span aria-hidden="true">{order.descending ? ' ↓' : ' ↑'}</span>}
      </button>
    </th>
  );
}

interface RunRowProps {
  run: RunSummary;
  chosen: boolean;
  mayJoin: boolean;
  choose(): void;
}

function RunRow({ run, chosen, mayJoin: may, choose }: RunRowProps) {
  const filtered = (part: Partial<RunsFilter>): string => runsView({ team: run.team, ...part });
  return (
    <tr>
      <td>
        <input type="checkbox" checked={chosen} disabled={!may} onChange={choose} aria-label={`Compare run ${run.run}`} title={may ? 'Compare' : 'A comparison has 8 runs of one team at most'} />
      </td>
      <td>
        <Link class="quiet" to={filtered({ experiment: run.experiment })} title="Runs of this experiment">
          <Name text={run.experiment} />
        </Link>
        {' / '}
        <Link class="quiet" to={filtered({ experiment: run.experiment, phase: run.phase })} title="Runs of this phase">
          <Name text={run.phase} />
        </Link>{' '}
        <ProbeTag run={run} />
        <Tags labels={run.labels} />
      </td>
      <td>{run.verdict === null ? <StatusBadge status={run.status} /> : run.verdict === 'UNKNOWN' ? <span class="dim">no SLO</span> : <VerdictBadge verdict={run.verdict} />}</td>
      <td>{run.heldLoad ?? <span class="dim">–</span>}</td>
      <td class="num">{dateTime(millis(run.started))}</td>
      <td class="num right">{run.ended === null ? '–' : duration(millis(run.ended) - millis(run.started))}</td>
      <th scope="row">
        <Link to={runView(run)} row>
          <Name text={run.run} />
        </Link>
      </th>
      <td>
        <Name text={run.team} />
      </td>
    </tr>
  );
}

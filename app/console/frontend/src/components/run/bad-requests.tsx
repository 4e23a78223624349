/** Requests that broke an objective, read when they are asked for. */

import { useState } from 'preact/hooks';
import type { BadRequest, Run } from '../../api/types';
import { useApp } from '../../app-context';
import { maybeLatency } from '../../format/latency';
import { count } from '../../format/number';
import { metricLabel, objectiveLabel } from '../../format/objective';
import { outcomeWords } from '../../format/outcome';
import { dateTime, clockTime, millis } from '../../format/time';
import type { RunView } from '../../router/route';
import { useLoad } from '../../state/load';
import { Name } from '../name';
import { Problem } from '../problem';
import { Heads, TableBox } from '../table-box';

const LIMIT = 50;

export function BadRequestsSection({ run, view }: { run: Run; view: RunView }) {
  const app = useApp();
  const [objective, setObjective] = useState<string | null>(null);
  const from = view.from === null ? null : new Date(view.from).toISOString();
  const until = view.until === null ? null : new Date(view.until).toISOString();
  const subject = objective === null ? null : JSON.stringify([objective, from, until]);
  const read = useLoad(subject, 0, (signal) => app.api.badRequests(run, { objective, from, until, limit: LIMIT }, signal));
  if (run.objectives.length === 0) {
    return null;
  }
  const metric = run.objectives.find((one) => one.name === objective)?.metric ?? null;
  return (
    <section aria-labelledby="bad-requests">
      <h2 id="bad-requests">Requests that broke an objective</h2>
      <div class="segments" role="group" aria-label="Objective">
        {run.objectives.map((one) => (
          <button key={one.name} type="button" aria-pressed={one.name === objective} onClick={() => setObjective(one.name === objective ? null : one.name)}>
            {objectiveLabel(one, one.name)}
          </button>
        ))}
      </div>
      {read.error !== null && <Problem error={read.error} retry={read.reload} />}
      {subject !== null && !read.data && read.error === null && <p class="loading">Loading the requests…</p>}
      {read.data && read.data.requests.length === 0 && <p class="empty-line">No request of the measured parts{from ? ' in this time' : ''} was worse than the limit or failed.</p>}
      {read.data && read.data.requests.length > 0 && (
        <>
          <p class="dim">
            The worst {count(read.data.requests.length)} of {count(read.data.total)}
            {from && ', of the time that the charts show'}.
          </p>
          <RequestTable requests={read.data.requests} metric={metric} />
        </>
      )}
    </section>
  );
}

function RequestTable({ requests, metric }: { requests: BadRequest[]; metric: string | null }) {
  return (
    <TableBox label="Requests that broke the objective">
      <table class="rows">
        <caption class="sr-only">Requests, the worst first</caption>
        <Heads columns={['Request', { right: 'Step' }, 'Due, UTC', 'Outcome', { right: metricLabel(metric) || 'Value' }, 'Error']} />
        <tbody>
          {requests.map((request) => (
            <tr key={request.id}>
              <th scope="row">
                <Name text={request.id} />
              </th>
              <td class="num right">{request.step}</td>
              <td class="num" title={dateTime(millis(request.due))}>
                {clockTime(millis(request.due))}
              </td>
              <td>{outcomeWords(request.outcome)}</td>
              <td class="num right">{maybeLatency(request.valueNanos)}</td>
              <td class="words" dir="auto">
                {request.error ?? ''}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

/** The runs of a history, the newest first, with what was labelled. */

import { runView } from '../../api/paths';
import type { History, HistoryPoint } from '../../api/report-types';
import { isUnbounded } from '../../charts/history-chart';
import { SymbolIcon } from '../../charts/history-legend';
import type { PhaseSymbol } from '../../charts/history-symbols';
import { maybeLatency } from '../../format/latency';
import { count } from '../../format/number';
import { dateTime, millis } from '../../format/time';
import { Link } from '../../router/link';
import { Name } from '../name';
import { VerdictBadge } from '../status';
import { Heads, TableBox } from '../table-box';
import { Tags } from '../tags';
import { Unbounded, UnboundedNote } from '../unbounded';

export interface HistoryTableProps {
  team: string;
  history: History;
  symbols: Map<string, PhaseSymbol>;
  /** metric and quantile in words. */
  value: string;
}

export function HistoryTable({ team, history, symbols, value }: HistoryTableProps) {
  const changed = new Set(history.changes.map((change) => change.run));
  return (
    <>
      <TableBox label="Runs of this history">
        <table class="rows">
          <caption class="sr-only">Runs, newest first</caption>
          <Heads columns={['Started, UTC', 'Phase', { right: value }, { right: '95 % interval' }, { right: 'Requests' }, 'Verdict', 'Server', 'Labels', 'Run']} />
          <tbody>
            {[...history.points].reverse().map((point) => (
              <HistoryRow key={point.run} team={team} point={point} symbol={symbols.get(point.phase)!} changed={changed.has(point.run)} />
            ))}
          </tbody>
        </table>
      </TableBox>
      <UnboundedNote shown={history.points.some(isUnbounded)} />
    </>
  );
}

function HistoryRow({ team, point, symbol, changed }: { team: string; point: HistoryPoint; symbol: PhaseSymbol; changed: boolean }) {
  return (
    <tr class={changed ? 'chosen' : ''}>
      <td class="num">{dateTime(millis(point.started))}</td>
      <td>
        <SymbolIcon symbol={symbol} /> <Name text={point.phase} />
        {changed && (
          <>
            {' '}
            <span class="tag">change</span>
          </>
        )}
      </td>
      <td class="num right">{point.count === 0 ? 'not known' : point.value === null ? 'among errors' : maybeLatency(point.value)}</td>
      <td class="num right">{point.count === 0 ? '–' : <>{maybeLatency(point.low)} to {isUnbounded(point) ? <Unbounded /> : maybeLatency(point.high)}</>}</td>
      <td class="num right">{count(point.count)}</td>
      <td>
        <VerdictBadge verdict={point.verdict} />
      </td>
      <td>{point.serverVersion === null ? <span class="dim">–</span> : <Name text={point.serverVersion} />}</td>
      <td>
        <Tags labels={point.labels} />
      </td>
      <th scope="row">
        <Link to={runView({ team, run: point.run })} row>
          <Name text={point.run} />
        </Link>
      </th>
    </tr>
  );
}

/** How far each topic is stored, with what that means. */

import type { TopicLag } from '../../api/operate-types';
import { count, plural } from '../../format/number';
import { grouped } from '../../state/grouped';
import { Icon } from '../icons';
import { Name } from '../name';
import { Heads, TableBox } from '../table-box';
import { LAG, lagKind } from './meanings';

export function LagTables({ sinks }: { sinks: TopicLag[] }) {
  if (sinks.length === 0) {
    return <p class="dim">No topic is known: this console has no cluster.</p>;
  }
  const kinds = [...new Set(sinks.map((sink) => lagKind(sink.behind)))].filter((kind) => kind !== 'stored');
  return (
    <>
      <div class="lag-tables">
        {[...grouped(sinks, (sink) => sink.team)].map(([team, topics]) => (
          <LagTable key={team} team={team} topics={topics} />
        ))}
      </div>
      <dl class="meanings">
        {kinds.map((kind) => (
          <div key={kind}>
            <dt>{kind === 'never' ? 'never stored' : 'behind'}</dt>
            <dd>
              {LAG[kind].means} {LAG[kind].todo}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function LagTable({ team, topics }: { team: string; topics: TopicLag[] }) {
  return (
    <TableBox label={`Topics of ${team}`}>
      <table class="rows">
        <caption class="table-name">
          Team <Name text={team} />
        </caption>
        <Heads columns={['Topic', 'Stored', { right: 'Partitions' }]} />
        <tbody>
          {topics.map((topic) => (
            <tr key={topic.topic}>
              <th scope="row">
                <Name text={topic.topic} />
              </th>
              <td>
                <Lag behind={topic.behind} />
              </td>
              <td class="num right">{count(topic.partitions)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function Lag({ behind }: { behind: number | null }) {
  switch (lagKind(behind)) {
    case 'never':
      return (
        <span class="badge dim">
          <Icon shape="question" />
          never stored
        </span>
      );
    case 'stored':
      return (
        <span class="badge tone-good">
          <Icon shape="check" />
          all stored
        </span>
      );
    case 'behind':
      return (
        <span class="badge tone-warn num">
          <Icon shape="ring" />
          {plural(behind!, 'record')} behind
        </span>
      );
  }
}

/** Records that could not be used, by topic and reason. */

import type { DeadLetters } from '../../api/operate-types';
import { count } from '../../format/number';
import { dateTime, millis } from '../../format/time';
import { Icon } from '../icons';
import { Name } from '../name';
import { Heads, TableBox } from '../table-box';
import { deadLetterMeaning } from './meanings';

export function DeadLetterTable({ letters }: { letters: DeadLetters[] }) {
  if (letters.length === 0) {
    return (
      <p class="badge tone-good">
        <Icon shape="check" />
        Every record could be used.
      </p>
    );
  }
  return (
    <TableBox label="Dead letters">
      <table class="rows">
        <caption class="sr-only">Dead letters by topic and reason</caption>
        <Heads columns={['Reason', 'Team and topic', { right: 'Records' }, 'What it means, what to do', 'Example', 'First, UTC', 'Last, UTC']} />
        <tbody>
          {letters.map((group) => (
            <DeadLetterRow key={`${group.team} ${group.topic} ${group.code}`} group={group} />
          ))}
        </tbody>
      </table>
    </TableBox>
  );
}

function DeadLetterRow({ group }: { group: DeadLetters }) {
  const { means, todo } = deadLetterMeaning(group.code);
  return (
    <tr>
      <th scope="row">
        <span class="badge tone-warn">
          <Icon shape="warning" />
          {group.code}
        </span>
      </th>
      <td>
        <Name text={group.team} />
        <span class="sub dim">
          <Name text={group.topic} />
        </span>
      </td>
      <td class="num right">{count(group.records)}</td>
      <td class="words">
        {means} <strong>{todo}</strong>
      </td>
      <td class="words">
        <code>
          <bdi dir="auto">{group.example}</bdi>
        </code>
      </td>
      <td class="num">{dateTime(millis(group.first))}</td>
      <td class="num">{dateTime(millis(group.last))}</td>
    </tr>
  );
}

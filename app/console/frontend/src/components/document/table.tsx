/** A table of a report. It scrolls in a box of its own; its notes stand beneath. */

import type { Cell, Column, TableBlock } from '../../api/report-types';
import { TableBox } from '../table-box';
import { ToneMark, toneClass } from './tone';
import { Words } from './words';

/** Text of more letters than this is broken into lines. */
const LONG = 60;

export function DocumentTable({ table, label }: { table: TableBlock; label: string }) {
  return (
    <>
      <TableBox label={label}>
        <table class="doc-table">
          <caption class="sr-only">{label}</caption>
          <thead>
            <tr>
              {table.columns.map((column, i) => (
                <th key={i} scope="col" class={sideOf(column)} dir="auto">
                  {column.name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row, i) => (
              <tr key={i}>
                {row.map((cell, j) => (
                  <TableCell key={j} cell={cell} column={table.columns[j]} first={j === 0} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      {table.notes.map((note) => (
        <p key={note} class="doc-text dim" dir="auto">
          {note}
        </p>
      ))}
    </>
  );
}

function TableCell({ cell, column, first }: { cell: Cell; column: Column | undefined; first: boolean }) {
  const classes = [sideOf(column), toneClass(cell.tone), cell.text.length > LONG ? 'words' : ''].filter(Boolean).join(' ');
  const content = (
    <>
      <ToneMark tone={cell.tone} /> <bdi dir="auto">{<Words text={cell.text} />}</bdi>
    </>
  );
  return first && column?.align !== 'RIGHT' ? (
    <th scope="row" class={classes}>
      {content}
    </th>
  ) : (
    <td class={classes}>{content}</td>
  );
}

function sideOf(column: Column | undefined): string {
  return column?.align === 'RIGHT' ? 'right num' : '';
}

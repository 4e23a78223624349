/** A table as CSV (RFC 4180). */

import type { TableBlock } from '../../api/report-types';

export function tableCsv(table: TableBlock): string {
  const lines = [table.columns.map((column) => column.name), ...table.rows.map((row) => row.map((cell) => cell.text))];
  return lines.map((line) => line.map(field).join(',')).join('\r\n') + '\r\n';
}

/** A spreadsheet must not run a name as a formula; signs of numbers stay. */
function field(text: string): string {
  const safe = /^([=@\t]|[+-](?![\d.\s∞]))/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

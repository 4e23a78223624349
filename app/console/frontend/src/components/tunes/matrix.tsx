/** Two parameters against each other: each cell has the best configuration with that pair of values. */

import type { TuneFigures } from '../../api/detail-types';
import { figureWords, intervalWords, matrixOf, type Matrix, type MatrixCell, type Objective } from '../../state/tune';
import { textTable } from '../drawing';
import { tableCsv } from '../document/csv';
import { download, fileName } from '../run/save';
import { TableBox } from '../table-box';
import { Choice } from './choice';

export interface TuneMatrixProps {
  tune: TuneFigures;
  objectives: Objective[];
  objective: Objective;
  pair: [string, string];
  choose(change: { row?: string; column?: string; by?: string }): void;
  marked: string | null;
  mark(phase: string | null): void;
}

/** Steps of the scale; the style sheet has a colour for each. */
const STEPS = 7;

export function TuneMatrix({ tune, objectives, objective, pair, choose, marked, mark }: TuneMatrixProps) {
  const matrix = matrixOf(tune, pair, objective);
  const names = tune.parameters.map(({ name }) => ({ id: name, label: name }));
  const [row, column] = pair;
  return (
    <section aria-labelledby="matrix">
      <h2 id="matrix">Matrix</h2>
      <div class="chart-bar">
        <Choice label="Rows" value={row} options={names} choose={(value) => choose({ row: value, column: value === column ? row : column })} />
        <Choice label="Columns" value={column} options={names} choose={(value) => choose({ column: value, row: value === row ? column : row })} />
        <Choice label="Figure" value={objective.id} options={objectives} choose={(value) => choose({ by: value })} />
        <span class="head-space" />
        <button type="button" class="small" onClick={() => save(tune, matrix, pair, objective)}>
          CSV<span class="sr-only"> of the matrix</span>
        </button>
      </div>
      <TableBox label={`${row} against ${column}`}>
        <table class="matrix">
          <caption class="sr-only">{`${objective.label} of the best configuration with each pair of values of ${row} and ${column}`}</caption>
          <thead>
            <tr>
              <th scope="col">{row}</th>
              {matrix.columns.map((value) => (
                <th key={value} scope="col">
                  <span class="th-limit">{column}</span>
                  {value}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {matrix.rows.map((value, r) => (
              <tr key={value}>
                <th scope="row">{value}</th>
                {matrix.cells[r]!.map((cell, c) => (
                  <Cell key={matrix.columns[c]} cell={cell} objective={objective} marked={cell.best !== null && cell.best.phase === marked} mark={mark} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </TableBox>
      <Legend matrix={matrix} objective={objective} others={tune.parameters.length > 2} />
    </section>
  );
}

function Cell({ cell, objective, marked, mark }: { cell: MatrixCell; objective: Objective; marked: boolean; mark(phase: string | null): void }) {
  const { best, rank, figure, failure } = cell;
  if (best === null || rank === null) {
    return <td class={failure ? 'matrix-failed' : 'matrix-none'}>{failure ? `✕ ${failure.toLowerCase().replaceAll('_', ' ')}` : 'not measured'}</td>;
  }
  return (
    <td class={`scale-${Math.min(STEPS - 1, Math.floor(rank * STEPS))}${marked ? ' matrix-marked' : ''}`}>
      <button type="button" class="matrix-cell" aria-pressed={marked} title={`Show ${best.phase} in all charts`} onClick={() => mark(marked ? null : best.phase)}>
        <strong class="num">{objective.format(figure.value!)}</strong>
        {(figure.low !== null || figure.high !== null) && <span class="num matrix-interval">{intervalWords(objective, figure)}</span>}
        <bdi dir="auto" class="matrix-phase">
          {best.phase}
        </bdi>
      </button>
    </td>
  );
}

function Legend({ matrix, objective, others }: { matrix: Matrix; objective: Objective; others: boolean }) {
  return (
    <p class="matrix-legend dim">
      {matrix.worst !== null && matrix.best !== null && (
        <>
          <span class="num">{objective.format(matrix.worst)}</span>
          <span aria-hidden="true" class="matrix-scale">
            {Array.from({ length: STEPS }, (_, i) => (
              <i key={i} class={`scale-${i}`} />
            ))}
          </span>
          <span class="num">
            {objective.format(matrix.best)} {objective.unit}
          </span>
        </>
      )}
      <span>
        {objective.label}
        {objective.lowerIsBetter ? '; lower is better' : ''}
        {others ? ', of the best configuration with each pair of values' : ''}
        {objective.id === 'held' ? '; beneath it, the least load that a start held and the load at which all fail' : ''}
      </span>
    </p>
  );
}

function save(tune: TuneFigures, matrix: Matrix, [row, column]: [string, string], objective: Objective): void {
  const rows = matrix.rows.map((value, r) => [value, ...matrix.cells[r]!.map((cell) => (cell.best === null ? cell.failure : figureWords(objective, cell.figure)))]);
  const table = textTable([row, ...matrix.columns.map((value) => `${column} ${value}`)], rows);
  download(new Blob([tableCsv(table)], { type: 'text/csv' }), fileName(tune.tune.tune, 'matrix.csv'));
}

/** Tables scroll in a box of their own, which the keyboard reaches. The page never scrolls sideways. */

import type { ComponentChildren } from 'preact';

export function TableBox({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="table-box" role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}

/** A column is named by its title; one of figures is aligned right. */
export function Heads({ columns }: { columns: (string | { right: string })[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) =>
          typeof column === 'string' ? (
            <th key={column} scope="col">
              {column}
            </th>
          ) : (
            <th key={column.right} scope="col" class="right">
              {column.right}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}

/** The lines of a chart with their values at the cursor, or the newest ones. */

import { inkVariable } from './ink';
import type { Line, Panel } from './panels';

export function Legend({ panel, cursor }: { panel: Panel; cursor: number | null }) {
  return (
    <span class="legend">
      {panel.lines.map((line) => (
        <span class="legend-item" key={line.label}>
          <Swatch color={inkVariable(line.ink)} />
          <span class="legend-label">{line.label}</span> <span class="num legend-value">{valueWords(panel, line, cursor)}</span>
        </span>
      ))}
    </span>
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <svg class="swatch" width="14" height="8" aria-hidden="true">
      <line x1="0" y1="4" x2="14" y2="4" style={{ stroke: color }} stroke-width="2.5" />
    </svg>
  );
}

function valueWords(panel: Panel, line: Line, cursor: number | null): string {
  const value = cursor === null ? newest(line) : (line.values[cursor] ?? line.provisional?.[cursor] ?? null);
  return value === null ? '–' : panel.format(value);
}

export function newest(line: Line): number | null {
  for (let i = line.values.length - 1; i >= 0; i--) {
    const value = line.provisional?.[i] ?? line.values[i];
    if (value !== null && value !== undefined) {
      return value;
    }
  }
  return null;
}

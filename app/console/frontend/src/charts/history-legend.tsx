/** Which symbol is which phase. */

import { Name } from '../components/name';
import { outline, type PhaseSymbol } from './history-symbols';
import { inkVariable } from './ink';

export function HistoryLegend({ symbols }: { symbols: Map<string, PhaseSymbol> }) {
  return (
    <span class="legend">
      {[...symbols].map(([phase, symbol]) => (
        <span class="legend-item" key={phase}>
          <SymbolIcon symbol={symbol} />
          <Name text={phase} class="legend-label" />
        </span>
      ))}
    </span>
  );
}

export function SymbolIcon({ symbol }: { symbol: PhaseSymbol }) {
  return (
    <svg class="symbol" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">
      <path d={outline(symbol.shape, 5)} style={{ fill: inkVariable(symbol.ink) }} />
    </svg>
  );
}

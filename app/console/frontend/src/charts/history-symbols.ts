/** A shape and a colour for each phase, the same on the chart and in words about it. */

import type { Ink } from './ink';

export interface PhaseSymbol {
  ink: Ink;
  shape: SymbolShape;
}

export type SymbolShape = 'circle' | 'square' | 'triangle' | 'diamond' | 'down' | 'cross' | 'plus';

const SHAPES: SymbolShape[] = ['circle', 'square', 'triangle', 'diamond', 'down', 'cross', 'plus'];
const INKS: Ink[] = ['p50', 'p95', 'p99', 'running', 'preemptions'];

/** In the order of the phases; 35 pairs before one comes again. */
export function symbolsOf(phases: string[]): Map<string, PhaseSymbol> {
  return new Map(phases.map((phase, i) => [phase, { ink: INKS[i % INKS.length]!, shape: SHAPES[i % SHAPES.length]! }]));
}

/** As a path around 0, 0 that is twice as wide as `size`. */
export function outline(shape: SymbolShape, size: number): string {
  const s = size;
  switch (shape) {
    case 'circle':
      return `M${-s} 0A${s} ${s} 0 1 0 ${s} 0A${s} ${s} 0 1 0 ${-s} 0Z`;
    case 'square':
      return `M${-s} ${-s}H${s}V${s}H${-s}Z`;
    case 'triangle':
      return `M0 ${-s}L${s} ${s}H${-s}Z`;
    case 'down':
      return `M0 ${s}L${s} ${-s}H${-s}Z`;
    case 'diamond':
      return `M0 ${-s * 1.3}L${s * 1.1} 0L0 ${s * 1.3}L${-s * 1.1} 0Z`;
    case 'cross':
      return rays(s, 0.35, true);
    case 'plus':
      return rays(s, 0.35, false);
  }
}

/** Two bars across each other, with an area, so that they can be filled as the others are. */
function rays(size: number, part: number, turned: boolean): string {
  const w = size * part;
  const points = [
    [-w, -size], [w, -size], [w, -w], [size, -w], [size, w], [w, w], [w, size], [-w, size], [-w, w], [-size, w], [-size, -w], [-w, -w],
  ] as const;
  const turn = Math.SQRT1_2;
  const placed = points.map(([x, y]) => (turned ? [(x - y) * turn * 1.2, (x + y) * turn * 1.2] : [x, y]));
  return `M${placed.map(([x, y]) => `${x!.toFixed(2)} ${y!.toFixed(2)}`).join('L')}Z`;
}

/** The sides of a comparison: which ones, in which order. */

export const LEAST_SIDES = 2;
export const MOST_SIDES = 8;

/** Moves one side; the first is the base. */
export function moved(sides: string[], from: number, to: number): string[] {
  if (to < 0 || to >= sides.length || from === to) {
    return sides;
  }
  const rest = sides.filter((_, i) => i !== from);
  return [...rest.slice(0, to), sides[from]!, ...rest.slice(to)];
}

export function without(sides: string[], place: number): string[] {
  return sides.filter((_, i) => i !== place);
}

/** A side is there once: runs that are compared with themselves show nothing. */
export function withSide(sides: string[], side: string): string[] {
  return side === '' || sides.includes(side) || sides.length >= MOST_SIDES ? sides : [...sides, side];
}

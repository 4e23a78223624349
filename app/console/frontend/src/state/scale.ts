/** Linear scales with round ticks. */

export interface Scale {
  min: number;
  max: number;
  ticks: number[];
  /** 0 to 1. */
  at(value: number): number;
}

/** Between neighbours of a row that fills a width, whole pixels, and never less than the least. */
export function evenGap(count: number, width: number, least: number): number {
  return count < 2 ? least : Math.max(least, Math.floor(width / (count - 1)));
}

const STEPS = [1, 2, 2.5, 5, 10];

/** Covers the values, with round ends. */
export function scaleOf(values: number[], ticks: number): Scale {
  const low = values.length === 0 ? 0 : Math.min(...values);
  const high = values.length === 0 ? 1 : Math.max(...values);
  const width = high > low ? high - low : Math.abs(high) || 1;
  const raw = width / Math.max(1, ticks - 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = STEPS.map((one) => one * power).find((one) => one >= raw - power * 1e-9)!;
  const min = Math.floor(low / step + 1e-9) * step;
  const max = Math.max(Math.ceil(high / step - 1e-9) * step, min + step);
  const number = Math.round((max - min) / step);
  return {
    min,
    max,
    ticks: Array.from({ length: number + 1 }, (_, i) => min + i * step),
    at: (value) => (value - min) / (max - min),
  };
}

/** The time that the charts of a run show. */

import type { RunView } from '../router/route';
import type { StepSpan } from './breaches';

export type Follow = 'recent' | 'whole';

export const RECENT_MS = 10 * 60_000;

export interface Extent {
  started: number;
  /** The end of the run, or now. */
  end: number;
  lasts: boolean;
}

export function span(view: RunView, steps: StepSpan[], extent: Extent, follow: Follow): [number, number] {
  if (view.from !== null && view.until !== null && view.until > view.from) {
    return [view.from, view.until];
  }
  const step = steps.find((one) => one.step === view.step);
  if (step) {
    const until = step.until ?? extent.end;
    const margin = Math.max((until - step.from) * 0.03, 1_000);
    return [step.from - margin, Math.max(until, step.from + 1_000) + margin];
  }
  const from = extent.lasts && follow === 'recent' ? Math.max(extent.started, extent.end - RECENT_MS) : extent.started;
  return [from, Math.max(extent.end, from + 10_000)];
}

/** Parts of the time in view that the axis moves by: half a pixel is not worth drawing. */
const AXIS_STEPS = 600;

/** Now, in steps of at least a second, so that long runs are not drawn again each second. */
export function axisNow(now: number, lengthMs: number): number {
  const step = Math.max(1_000, Math.floor(lengthMs / AXIS_STEPS / 1_000) * 1_000);
  return Math.ceil(now / step) * step;
}

export function isZoomed(view: RunView): boolean {
  return (view.from !== null && view.until !== null) || view.step !== null;
}

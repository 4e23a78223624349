/** Breaches of a run by opening. */

import type { Breach, LoadKind, Step } from '../api/types';
import { millis } from '../format/time';

export function mergedBreach(breaches: readonly Breach[], breach: Breach): Breach[] {
  const others = breaches.filter((other) => other.breach !== breach.breach);
  return [...others, breach].sort((a, b) => millis(a.opened) - millis(b.opened));
}

export interface NumberedBreach {
  /** From 1, by opening: the number on the chart and in the table. */
  number: number;
  breach: Breach;
  from: number;
  /** null while it is open. */
  until: number | null;
}

/** Retracted ones keep their place in the table but have no number. */
export function numbered(breaches: readonly Breach[]): NumberedBreach[] {
  return breaches
    .filter((breach) => breach.state !== 'RETRACTED')
    .map((breach, i) => ({
      number: i + 1,
      breach,
      from: millis(breach.opened),
      until: breach.closed === null ? null : millis(breach.closed),
    }));
}

/** Figures of a burn-rate rule are burn rates, not latencies or shares. */
export function isBurnRate(breach: Breach): boolean {
  return breach.rule !== '';
}

export interface StepSpan {
  step: number;
  load: number;
  loadKind: LoadKind;
  from: number;
  until: number | null;
}

/** A step of several targets has a result for each; they share one span. */
export function stepSpans(steps: readonly Step[]): StepSpan[] {
  const firsts = steps.filter((step, i) => steps.findIndex((other) => other.step === step.step) === i);
  return firsts.flatMap((step) => {
    const from = step.started ?? step.measureFrom;
    const until = step.ended ?? step.measureUntil;
    return from === null
      ? []
      : [{ step: step.step, load: step.load, loadKind: step.loadKind, from: millis(from), until: until === null ? null : millis(until) }];
  });
}

/** Ids of events: the process that sent it, and its number there. */

export interface Place {
  process: string;
  number: number;
}

export function placeOf(id: string): Place | null {
  const at = id.lastIndexOf('-');
  const number = Number(id.slice(at + 1));
  return at < 1 || !Number.isFinite(number) ? null : { process: id.slice(0, at), number };
}

/** So far back a new subscriber begins: what was told while its page asked the store. */
const REPLAYED_MS = 60_000;

/** Where the stream was at which time, of the last minute. */
export class Trail {
  private steps: { at: number; id: string }[] = [];

  add(at: number, id: string): void {
    this.steps.push({ at, id });
    while (this.steps.length > 1 && this.steps[1]!.at <= at - REPLAYED_MS) {
      this.steps.shift();
    }
  }

  clear(): void {
    this.steps = [];
  }

  /** The newest place that is a minute old, else the oldest, which is that from which the stream began: a minute before it was opened. */
  aMinuteAgo(): string {
    return this.steps[0]?.id ?? '';
  }
}

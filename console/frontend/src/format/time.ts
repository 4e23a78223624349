/** Times in UTC and lengths of time. All views show UTC, as the command line and the reports do. */

export function millis(iso: string): number {
  return Date.parse(iso);
}

export function maybeMillis(iso: string | null | undefined): number | null {
  return iso ? Date.parse(iso) : null;
}

function iso(at: number): string {
  return Number.isFinite(at) ? new Date(at).toISOString() : '????-??-??T??:??:??';
}

/** 12:03:05 */
export function clockTime(at: number): string {
  return iso(at).slice(11, 19);
}

/** 2026-11-26 12:03 */
export function dateTime(at: number): string {
  return iso(at).slice(0, 16).replace('T', ' ');
}

/** 12:03:05 of the day of `now`, else with its date. */
export function since(at: number, now: number): string {
  return iso(at).slice(0, 10) === iso(now).slice(0, 10) ? clockTime(at) : `${dateTime(at)}`;
}

/** 42 s, 3 min 20 s, 2 h 5 min, 3 d 4 h */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) {
    return `${seconds} s`;
  }
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) {
    return two(minutes, 'min', seconds % 60, 's');
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? two(hours, 'h', minutes % 60, 'min') : two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** Of an estimate, to the minute: about 35 min left */
export function timeLeft(ms: number): string {
  return ms <= 0 ? 'later than expected' : `about ${duration(Math.ceil(ms / 60_000) * 60_000)} left`;
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

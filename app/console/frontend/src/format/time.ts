/** Times in UTC and lengths of time. All views show UTC, as the command line and the reports do. */

import { digits } from './number';

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

/** 2026-11-26 */
export function day(at: number): string {
  return iso(at).slice(0, 10);
}

/** 12:03:05 of the day of `now`, else with its date. */
export function since(at: number, now: number): string {
  return day(at) === day(now) ? clockTime(at) : dateTime(at);
}

/** 42.5 s, 3 min 20 s, 2 h 5 min, 3 d 4 h: as io.tidemark.schemas.ValueText writes them. */
export function duration(ms: number): string {
  const seconds = Math.max(0, ms / 1000);
  const whole = Math.round(seconds);
  if (whole < 60) {
    return `${digits(seconds)} s`;
  }
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) {
    return two(minutes, 'min', whole % 60, 's');
  }
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? two(hours, 'h', minutes % 60, 'min') : two(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

/** Of what goes on, in whole seconds. */
export function elapsed(ms: number): string {
  return duration(Math.floor(ms / 1000) * 1000);
}

/** Of an estimate, to the minute: about 35 min left */
export function timeLeft(ms: number): string {
  return ms <= 0 ? 'later than expected' : `about ${duration(Math.ceil(ms / 60_000) * 60_000)} left`;
}

function two(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

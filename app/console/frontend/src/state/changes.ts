/** What the caller may change, and what a change says. */

import type { Annotation, AnnotationSubject } from '../api/change-types';
import type { Session } from '../api/types';

export function mayChange(session: Session | null, team: string): boolean {
  return session !== null && (session.mayChange.allTeams || session.mayChange.teams.includes(team));
}

export function mayChangeObjectives(session: Session | null, team: string): boolean {
  return session !== null && session.mayChange.objectives.includes(team);
}

export function mayStop(session: Session | null, team: string): boolean {
  return session !== null && session.mayChange.stops.includes(team);
}

const ID_LETTERS = '0123456789abcdefghijklmnopqrstuvwxyz';
const ID_LENGTH = 16;

/** A change that is asked for again has the same id, so that it is made once. */
export function newId(random: (count: number) => Uint8Array = randomBytes): string {
  return [...random(ID_LENGTH)].map((byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('');
}

function randomBytes(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count));
}

export function labelWords(labels: Record<string, string>): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return all.length === 0 ? '' : ` that has ${all.join(' and ')}`;
}

/** Those that are about what is shown, the oldest first. */
export function annotationsOf(all: Annotation[], subject: AnnotationSubject): Annotation[] {
  return all.filter((one) => concerns(one, subject)).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

function concerns(one: Annotation, { experiment, run, targets }: AnnotationSubject): boolean {
  return (
    (one.experiment === null || one.experiment === experiment) &&
    (one.run === null || run === null || one.run === run) &&
    (one.target === null || targets === null || targets.includes(one.target))
  );
}

/** A time as a user types it, in UTC: 2026-11-26 12:03 or 2026-11-26T12:03:05Z. null if it is none. */
export function typedTime(text: string): string | null {
  const found = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(:\d{2})?Z?$/.exec(text.trim());
  if (!found) {
    return null;
  }
  const at = Date.parse(`${found[1]}T${found[2]}${found[3] ?? ':00'}Z`);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

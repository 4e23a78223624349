/** The server's words for a refused comparison, taken apart for a reader of the page: what is wrong, why, what to do here. */

export interface Refusal {
  kind: 'mismatch' | 'no-runs' | 'unknown-name' | 'other';
  title: string;
  reasons: string[];
  advice: string;
}

/** What the command line can do does not help here. */
const COMMAND_ADVICE = /\. --last N .*$/s;
const MISMATCH = /^the runs differ in more than their configuration: /;
const NO_RUNS = /^("[\s\S]*") has no run to compare(?:: )?/;

export function refusalOf(detail: string): Refusal {
  if (MISMATCH.test(detail)) {
    return {
      kind: 'mismatch',
      title: 'These runs differ in more than their configuration',
      reasons: parts(detail.replace(MISMATCH, '').replace(COMMAND_ADVICE, '')),
      advice: 'A difference in the figures may come from these, not from the configuration. Choose runs that are alike, or compare them anyway: the comparison then says what differs.',
    };
  }
  const empty = NO_RUNS.exec(detail);
  if (empty) {
    return {
      kind: 'no-runs',
      title: `${empty[1]} has no run to compare`,
      reasons: parts(detail.slice(empty[0].length)),
      advice: 'Only valid runs that ended are compared. Run the phase again, or choose another.',
    };
  }
  if (/is no phase, run id or file/.test(detail)) {
    return { kind: 'unknown-name', title: 'A side is not known', reasons: [detail], advice: 'Remove that side above, and add one of those that the store holds.' };
  }
  return { kind: 'other', title: 'These cannot be compared', reasons: [detail], advice: 'Change the sides above.' };
}

function parts(text: string): string[] {
  return text.split('; ').filter((part) => part !== '');
}

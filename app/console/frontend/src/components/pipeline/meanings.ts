/** What the state of the pipeline means, and what to do. Codes are those of docs/operate/operating.md. */

import type { FeedState } from '../../api/types';

export interface Meaning {
  means: string;
  todo: string;
}

export const FEEDS: Record<FeedState, Meaning> = {
  ready: { means: 'Read as it comes.', todo: '' },
  'catching-up': { means: 'The console reads older records first: figures of runs that last are not the newest yet.', todo: 'Wait. If it stays so, the console is slower than the load: give it more CPU.' },
  down: { means: 'The topics are not read: figures of runs that last are old.', todo: 'Look whether the brokers answer and whether the console may read the topics of this team.' },
};

const DEAD_LETTERS: Record<string, Meaning> = {
  NOT_AN_EVENT: { means: 'The value is no event of Tidemark: something else writes to this topic.', todo: 'Find that client by the example and stop it.' },
  UNKNOWN_SCHEMA: { means: 'The schema registry has no schema with the id of the record.', todo: 'Look whether the client registers its schemas at the same registry.' },
  WRONG_SCHEMA: { means: 'The record is of another kind of event, or of a version that this program cannot read.', todo: 'Bring the client and this server to versions that go together.' },
  MALFORMED: { means: 'The record is cut short or broken.', todo: 'Upgrade or stop the client that writes it.' },
  IMPLAUSIBLE: { means: 'The record can be read but cannot be true, such as times out of order or from the future.', todo: "Check the clock of the client's host, then its version." },
  REFUSED: { means: 'The result store will never take it: a key that is too long, or fields that contradict each other.', todo: 'Shorten names; if they are short, report it with the example.' },
  DEFECT: { means: 'A decoder failed in a way that nobody expected.', todo: 'Report it with the example.' },
};

export function deadLetterMeaning(code: string): Meaning {
  return DEAD_LETTERS[code] ?? { means: 'The record could not be used.', todo: 'Look at the example.' };
}

export const LAG: Record<'stored' | 'behind' | 'never', Meaning> = {
  stored: { means: 'All records are stored.', todo: '' },
  behind: { means: 'Records wait to be stored. During a run some always do.', todo: 'If the number grows, look whether the sink runs and how fast the database answers.' },
  never: { means: 'No sink has stored any record of this topic. Those of tokens and dead letters are not for the store; of any other, reports cannot have what is in it.', todo: 'To store them, start a sink: tidemark serve sink.' },
};

export function lagKind(behind: number | null): keyof typeof LAG {
  return behind === null ? 'never' : behind === 0 ? 'stored' : 'behind';
}

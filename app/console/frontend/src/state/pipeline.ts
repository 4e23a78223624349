/** The pipeline in one sentence. */

import type { Pipeline } from '../api/operate-types';
import { count, plural } from '../format/number';

export interface PipelineSentence {
  tone: 'good' | 'warn';
  words: string;
}

export function pipelineSentence(data: Pipeline): PipelineSentence {
  const down = data.feeds.filter((feed) => feed.state === 'down').length;
  const letters = data.deadLetters.reduce((sum, group) => sum + group.records, 0);
  const behind = data.sinks.reduce((sum, sink) => sum + (sink.behind ?? 0), 0);
  const wrong = [
    ...(data.problems.length > 0 ? [plural(data.problems.length, 'problem')] : []),
    ...(down > 0 ? [`${plural(down, 'team is', 'teams are')} not read`] : []),
    ...(letters > 0 ? [plural(letters, 'dead letter')] : []),
  ];
  const storing = behind === 0 ? 'nothing waits to be stored' : `${count(behind)} ${behind === 1 ? 'record waits' : 'records wait'} to be stored`;
  return wrong.length === 0 ? { tone: 'good', words: `No problem is known; ${storing}.` } : { tone: 'warn', words: `${wrong.join(', ')}; ${storing}.` };
}

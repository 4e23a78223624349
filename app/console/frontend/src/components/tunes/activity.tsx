/** What a tune does: a shape and a word. */

import { Icon, type Shape } from '../icons';

const ACTIVITY: Record<string, { shape: Shape; word: string; tone: string }> = {
  RUNNING: { shape: 'play', word: 'running', tone: 'live' },
  FINISHED: { shape: 'check', word: 'finished', tone: 'good' },
  STOPPED: { shape: 'pause', word: 'stopped', tone: 'warn' },
  FAILED: { shape: 'cross', word: 'failed', tone: 'bad' },
};

export function goesOn(activity: string): boolean {
  return activity === 'RUNNING';
}

export function Activity({ activity }: { activity: string }) {
  const { shape, word, tone } = ACTIVITY[activity] ?? { shape: 'question', word: activity.toLowerCase(), tone: 'quiet' };
  return (
    <span class={`badge tone-${tone}`}>
      <Icon shape={shape} />
      {word}
    </span>
  );
}

/** The tone of a text: an icon and a colour to see, a word to hear. */

import type { Tone } from '../../api/report-types';
import { Icon, type Shape } from '../icons';

const TONES: Record<Tone, { shape: Shape | null; word: string; class: string }> = {
  PLAIN: { shape: null, word: '', class: '' },
  GOOD: { shape: 'check', word: 'Good: ', class: 'tone-good' },
  BAD: { shape: 'cross', word: 'Bad: ', class: 'tone-bad' },
  DOUBT: { shape: 'warning', word: 'Doubtful: ', class: 'tone-warn' },
  MUTED: { shape: null, word: '', class: 'dim' },
};

export function toneClass(tone: Tone): string {
  return (TONES[tone] ?? TONES.PLAIN).class;
}

export function ToneMark({ tone }: { tone: Tone }) {
  const { shape, word } = TONES[tone] ?? TONES.PLAIN;
  return (
    <>
      {shape && <Icon shape={shape} />}
      {word && <span class="sr-only">{word}</span>}
    </>
  );
}

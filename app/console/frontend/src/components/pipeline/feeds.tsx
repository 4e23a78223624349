/** How this console reads the topics of each team. */

import type { Feed, FeedState } from '../../api/types';
import { Icon, type Shape } from '../icons';
import { Name } from '../name';
import { FEEDS } from './meanings';

const LOOKS: Record<FeedState, { shape: Shape; word: string; tone: string }> = {
  ready: { shape: 'check', word: 'ready', tone: 'good' },
  'catching-up': { shape: 'ring', word: 'catching up', tone: 'warn' },
  down: { shape: 'cross', word: 'down', tone: 'bad' },
};

export function FeedList({ feeds }: { feeds: Feed[] }) {
  if (feeds.length === 0) {
    return <p class="dim">No team's topics are read: this console shows what the store has.</p>;
  }
  return (
    <ul class="feeds">
      {feeds.map(({ team, state }) => (
        <li key={team}>
          <strong>
            <Name text={team} />
          </strong>
          <span class={`badge tone-${LOOKS[state].tone}`}>
            <Icon shape={LOOKS[state].shape} />
            {LOOKS[state].word}
          </span>
          <span class="dim">
            {FEEDS[state].means} {FEEDS[state].todo}
          </span>
        </li>
      ))}
    </ul>
  );
}

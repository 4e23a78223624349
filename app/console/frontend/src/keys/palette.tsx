/** Jumps to a page, a team or a run by a few letters of its name. */

import { useEffect, useState } from 'preact/hooks';
import { nowView, runsView, runView } from '../api/paths';
import type { RunState } from '../api/types';
import { useApp } from '../app-context';
import { Name } from '../components/name';
import { keyOf } from '../state/now';
import { useLoad } from '../state/load';
import { useStore } from '../state/store';
import { Dialog } from './dialog';
import { ranked } from './fuzzy';
import { useMorePlaces } from './more-places';

export interface Destination {
  kind: string;
  label: string;
  hint: string;
  to: string;
}

const MOST_SHOWN = 12;

export function Palette() {
  const app = useApp();
  const state = useStore(app.now);
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const stored = useLoad('palette', 0, (signal) => app.api.runs({ limit: 200 }, signal));
  const teams = useLoad('palette teams', 0, (signal) => app.api.teams(signal));
  const runs = new Map<string, RunState>([...(stored.data?.runs ?? []), ...state.runs.values()].map((run) => [keyOf(run), run]));
  const more = useMorePlaces();
  const all = [...PAGES, ...more, ...(teams.data ?? []).map((team) => teamDestination(team.team)), ...[...runs.values()].map(runDestination)];
  const shown = ranked(query, all, (item) => `${item.label} ${item.hint}`, MOST_SHOWN);
  const place = Math.min(chosen, Math.max(shown.length - 1, 0));
  const open = (item: Destination | undefined): void => {
    if (item) {
      app.dialog.set(null);
      app.router.go(item.to);
    }
  };
  const key = (event: KeyboardEvent): void => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (move !== undefined) {
      event.preventDefault();
      setChosen((place + move + shown.length) % Math.max(shown.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      open(shown[place]);
    }
  };
  useEffect(() => document.getElementById(`jump-${place}`)?.scrollIntoView({ block: 'nearest' }), [place]);
  return (
    <Dialog label="Jump to" class="dialog palette">
      <input
        role="combobox"
        aria-label="Jump to a run, a team or a page"
        aria-expanded="true"
        aria-controls="jump-list"
        aria-activedescendant={shown.length ? `jump-${place}` : undefined}
        autocomplete="off"
        placeholder="Run, team or page"
        dir="auto"
        autoFocus
        value={query}
        onInput={(event) => (setQuery(event.currentTarget.value), setChosen(0))}
        onKeyDown={key}
      />
      <ul id="jump-list" role="listbox" aria-label="Places">
        {shown.map((item, i) => (
          <li key={`${item.kind} ${item.to}`} id={`jump-${i}`} role="option" aria-selected={i === place} onClick={() => open(item)}>
            <span class="tag">{item.kind}</span> <Name text={item.label} /> <Name text={item.hint} class="dim" />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p class="dim">Nothing matches.</p>}
    </Dialog>
  );
}

const PAGES: Destination[] = [
  { kind: 'page', label: 'Now', hint: 'what runs now', to: nowView() },
  { kind: 'page', label: 'Runs', hint: 'all runs', to: runsView() },
];

function teamDestination(team: string): Destination {
  return { kind: 'team', label: team, hint: 'what runs now', to: nowView(team) };
}

function runDestination(run: RunState): Destination {
  return { kind: 'run', label: `${run.experiment} / ${run.phase}`, hint: `${run.team}, ${run.run}`, to: runView(run) };
}

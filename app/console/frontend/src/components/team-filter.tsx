/** Shows one team or all: the address of the page follows. */

import { useApp } from '../app-context';
import { useLoad } from '../state/load';

export function TeamPicker({ team, view }: { team: string | null; view(team: string | null): string }) {
  const app = useApp();
  const teams = useLoad('teams', 0, (signal) => app.api.teams(signal));
  const names = new Set([...(teams.data ?? []).map((one) => one.team), ...(team === null ? [] : [team])]);
  return (
    <div class="filters">
      <label>
        Team
        <select value={team ?? ''} onChange={(event) => app.router.go(view(event.currentTarget.value || null))}>
          <option value="">all teams</option>
          {[...names].sort().map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

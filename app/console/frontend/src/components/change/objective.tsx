/** Changes the objectives of a run that lasts. */

import { useState } from 'preact/hooks';
import { objectivesPath } from '../../api/change-paths';
import type { Run } from '../../api/types';
import { useApp } from '../../app-context';
import { ChangeDialog } from './change-dialog';

interface ObjectiveDialogProps {
  run: Run;
  close(): void;
}

export function ObjectiveDialog({ run, close }: ObjectiveDialogProps) {
  const { api } = useApp();
  const [chosen, setChosen] = useState('');
  const [removed, setRemoved] = useState(false);
  const [text, setText] = useState('');
  const path = objectivesPath(run.team, run.run);
  const name = chosen || text.trim();
  const words = removed
    ? `Run ${run.run} has no objective ${name} from now on. Its open breaches are closed.`
    : `${text.trim() || '…'} holds for run ${run.run} from now on${chosen ? `, instead of the objective ${chosen}` : ''}. A breach of the old objective is closed.`;
  return (
    <ChangeDialog
      title="Change an objective"
      verb={removed ? 'Remove it' : 'Set it'}
      words={words}
      send={(reason) => (removed ? api.change('DELETE', path, { name, reason }) : api.change('POST', path, { objective: text.trim(), ...(chosen ? { name: chosen } : {}), reason }))}
      done={() => {}}
      close={close}
    >
      <label>
        Objective
        <select
          value={chosen}
          onChange={(event) => {
            setChosen(event.currentTarget.value);
            setRemoved(false);
          }}
        >
          <option value="">a new one</option>
          {run.objectives.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {chosen !== '' && (
        <label class="check">
          <input type="checkbox" checked={removed} onChange={(event) => setRemoved(event.currentTarget.checked)} />
          Remove it
        </label>
      )}
      {!removed && (
        <label>
          In the words of a plan
          <input type="text" name="objective" value={text} required autocomplete="off" spellcheck={false} placeholder="ttft_due p99 < 2s" onInput={(event) => setText(event.currentTarget.value)} />
        </label>
      )}
    </ChangeDialog>
  );
}

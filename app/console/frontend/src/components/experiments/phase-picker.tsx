/** Picks phases of an experiment to compare. The first that is picked is the base. */

import { useState } from 'preact/hooks';
import { compareView } from '../../api/report-paths';
import { useApp } from '../../app-context';
import { LEAST_SIDES, MOST_SIDES } from '../../state/sides';
import { Name } from '../name';

export interface PhasePickerProps {
  team: string;
  experiment: string;
  phases: string[];
}

export function PhasePicker({ team, experiment, phases }: PhasePickerProps) {
  const { router } = useApp();
  const [picked, setPicked] = useState<string[]>(phases.length === LEAST_SIDES ? phases : []);
  const toggle = (phase: string): void => setPicked((old) => (old.includes(phase) ? old.filter((one) => one !== phase) : [...old, phase]));
  const enough = picked.length >= LEAST_SIDES;
  if (phases.length < LEAST_SIDES) {
    return <p class="dim">There is one phase. A comparison needs two: run another phase of this experiment.</p>;
  }
  const compare = (event: Event): void => {
    event.preventDefault();
    if (enough) {
      router.go(compareView({ team, sides: picked.map((phase) => `${experiment}/${phase}`), experiment, allowMismatch: false }));
    }
  };
  return (
    <form class="picker" onSubmit={compare}>
      <fieldset>
        <legend>Compare phases</legend>
        <div class="picker-phases">
          {phases.map((phase) => (
            <label key={phase} class="check">
              <input type="checkbox" checked={picked.includes(phase)} disabled={!picked.includes(phase) && picked.length >= MOST_SIDES} onChange={() => toggle(phase)} />
              <Name text={phase} />
              {picked[0] === phase && picked.length > 1 && <span class="tag">base</span>}
            </label>
          ))}
        </div>
      </fieldset>
      <button type="submit" class={enough ? 'primary' : ''} disabled={!enough}>
        Compare
      </button>
      <span class="dim" role="status">
        {enough ? `${picked.length} phases, against the first that was ticked` : `Tick ${LEAST_SIDES} to ${MOST_SIDES}.`}
      </span>
    </form>
  );
}

/** The sides of a comparison: add, remove, reorder. The address follows. */

import { useState } from 'preact/hooks';
import { compareView, type CompareKey } from '../../api/report-paths';
import type { Experiment } from '../../api/report-types';
import { useApp } from '../../app-context';
import { useExperiments } from '../../state/phases';
import { LEAST_SIDES, MOST_SIDES, moved, without, withSide } from '../../state/sides';
import { Name } from '../name';

export function Sides({ of }: { of: CompareKey }) {
  const { router } = useApp();
  const experiments = useExperiments(of.team);
  const show = (sides: string[]): void => router.go(compareView({ ...of, sides }));
  return (
    <section class="sides" aria-label="What is compared">
      <ol>
        {of.sides.map((side, i) => (
          <li key={side}>
            <span class="tag">{i === 0 ? 'base' : `${i + 1}`}</span>
            <Name text={side} />
            <span class="side-buttons" role="group" aria-label={`Side ${side}`}>
              <button type="button" class="small" disabled={i === 0} onClick={() => show(moved(of.sides, i, i - 1))} title="Earlier">
                <span aria-hidden="true">↑</span>
                <span class="sr-only">{i === 1 ? `Make ${side} the base` : `Move ${side} up`}</span>
              </button>
              <button type="button" class="small" disabled={i === of.sides.length - 1} onClick={() => show(moved(of.sides, i, i + 1))} title="Later">
                <span aria-hidden="true">↓</span>
                <span class="sr-only">Move {side} down</span>
              </button>
              <button type="button" class="small" onClick={() => show(without(of.sides, i))} title="Remove">
                <span aria-hidden="true">×</span>
                <span class="sr-only">Remove {side}</span>
              </button>
            </span>
          </li>
        ))}
      </ol>
      {of.sides.length < MOST_SIDES && <AddSide of={of} experiments={experiments.data ?? []} add={(side) => show(withSide(of.sides, side))} />}
      {of.allowMismatch && (
        <p class="dim">
          Runs that differ in more than their configuration are compared too.{' '}
          <button type="button" class="small" onClick={() => router.go(compareView({ ...of, allowMismatch: false }))}>
            Refuse them again
          </button>
        </p>
      )}
      {of.sides.length < LEAST_SIDES && <p>A comparison needs {LEAST_SIDES} sides. Add {of.sides.length === 0 ? 'a base, then what is compared with it' : 'one more'}.</p>}
    </section>
  );
}

function AddSide({ of, experiments, add }: { of: CompareKey; experiments: Experiment[]; add(side: string): void }) {
  const [text, setText] = useState('');
  const phases = experiments.flatMap((one) => one.phases.map((phase) => `${one.experiment}/${phase}`)).filter((side) => !of.sides.includes(side));
  const first = (side: string): number => (of.experiment !== null && side.startsWith(`${of.experiment}/`) ? 0 : 1);
  const submit = (event: Event): void => {
    event.preventDefault();
    add(text.trim());
    setText('');
  };
  return (
    <form class="add-side" onSubmit={submit}>
      <label>
        Add a side
        <input
          dir="auto"
          list="side-names"
          placeholder="phase, run ids, @baseline"
          autocomplete="off"
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          aria-describedby="side-help"
        />
      </label>
      <datalist id="side-names">
        {[...phases].sort((a, b) => first(a) - first(b)).map((side) => (
          <option key={side} value={side} />
        ))}
      </datalist>
      <button type="submit">Add</button>
      <span id="side-help" class="sr-only">
        A phase, EXPERIMENT/PHASE, ids of runs with commas between them, or @ and the name of a baseline.
      </span>
    </form>
  );
}

/** Names runs as a baseline, and lets them go. */

import { useState } from 'preact/hooks';
import { baselinesPath } from '../../api/change-paths';
import type { Baseline } from '../../api/change-types';
import { useApp } from '../../app-context';
import { plural } from '../../format/number';
import { dateTime, millis } from '../../format/time';
import { mayChange } from '../../state/changes';
import { useBaselines, useSession } from '../../state/use-changes';
import { Name } from '../name';
import { ChangeButton } from './change-button';
import { ChangeDialog } from './change-dialog';

const NAME = '[a-z0-9][a-z0-9._\\-]{0,63}';

/** The runs of a baseline: one, or those of a phase that count now. */
export type BaselineRuns = { run: string } | { experiment: string; phase: string };

export interface BaselineDialogProps {
  team: string;
  of: BaselineRuns;
  known: Baseline[];
  changed(): void;
  close(): void;
}

export function BaselineDialog({ team, of, known, changed, close }: BaselineDialogProps) {
  const { api } = useApp();
  const [name, setName] = useState('');
  const replaced = known.find((one) => one.name === name.trim());
  const runs = 'run' in of ? `Run ${of.run}` : `The runs that phase ${of.phase} of ${of.experiment} has now`;
  const replaces = replaced ? ` It replaces ${plural(replaced.runs.length, 'run')} of ${replaced.experiment} / ${replaced.phase}, set by ${replaced.by}.` : '';
  const body = 'run' in of ? { runs: [of.run] } : of;
  return (
    <ChangeDialog
      title="Name a baseline"
      verb="Name it"
      words={`${runs} will be the baseline ${name.trim() || '…'} of team ${team}, and cannot be deleted while it is.${replaces}`}
      send={(reason) => api.change('POST', baselinesPath(team), { ...body, name: name.trim(), reason })}
      done={changed}
      close={close}
    >
      <label>
        Name
        <input type="text" name="name" value={name} pattern={NAME} required autocomplete="off" spellcheck={false} title="Small letters, digits, '.', '_' and '-', a letter or a digit first" onInput={(event) => setName(event.currentTarget.value)} />
      </label>
    </ChangeDialog>
  );
}

/** Baselines of an experiment, with a button for each of its phases. */
export function Baselines({ team, experiment, phases }: { team: string; experiment: string; phases: string[] }) {
  const may = mayChange(useSession(), team);
  const { data, reload } = useBaselines(team);
  const known = data?.baselines ?? [];
  const shown = known.filter((one) => one.experiment.split(', ').includes(experiment));
  if (shown.length === 0 && !may) {
    return null;
  }
  return (
    <section class="baselines" aria-label="Baselines">
      <h2>Baselines</h2>
      {shown.length === 0 && <p class="dim">No run of this experiment is a baseline.</p>}
      <ul>
        {shown.map((one) => (
          <li key={one.name}>
            <BaselineLine baseline={one} may={may} changed={reload} />
          </li>
        ))}
      </ul>
      {may && (
        <p class="change-line">
          {phases.map((phase) => (
            <ChangeButton key={phase} label={<>Name {<Name text={phase} />} a baseline…</>}>
              {(close) => <BaselineDialog team={team} of={{ experiment, phase }} known={known} changed={reload} close={close} />}
            </ChangeButton>
          ))}
        </p>
      )}
    </section>
  );
}

function BaselineLine({ baseline, may, changed }: { baseline: Baseline; may: boolean; changed: () => void }) {
  const { api } = useApp();
  const { team, name } = baseline;
  return (
    <>
      <span>
        <strong>{name}</strong>: {plural(baseline.runs.length, 'run')} of <Name text={baseline.phase} />, set <span class="num">{dateTime(millis(baseline.setAt))} UTC</span> by{' '}
        <Name text={baseline.by} class="wrap" />
        {baseline.reason !== '' && <bdi dir="auto">: {baseline.reason}</bdi>}
      </span>
      {may && (
        <ChangeButton label="Remove…" of={`baseline ${name}`}>
          {(close) => (
            <ChangeDialog
              title={`Remove baseline ${name}`}
              verb="Remove it"
              words={`Team ${team} has no baseline ${name} any more. Its runs stay, and can be deleted from then on.`}
              send={(reason) => api.change('DELETE', baselinesPath(team, name), { reason })}
              done={changed}
              close={close}
            />
          )}
        </ChangeButton>
      )}
    </>
  );
}

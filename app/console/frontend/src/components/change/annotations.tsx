/** Marks at times: a list beneath the charts that draw them, and the dialogs that set and remove one. */

import { useState } from 'preact/hooks';
import { annotationsPath } from '../../api/change-paths';
import type { Annotation } from '../../api/change-types';
import { useApp } from '../../app-context';
import { dateTime, millis } from '../../format/time';
import { mayChange, newId, typedTime } from '../../state/changes';
import { useSession, type ShownAnnotations } from '../../state/use-changes';
import { Name } from '../name';
import { ChangeButton } from './change-button';
import { ChangeDialog } from './change-dialog';

export interface AnnotationsProps {
  team: string;
  shown: ShownAnnotations;
  /** What a new one may be about; the team is always one choice. */
  subjects: { experiment: string; run: string | null; targets: string[] };
}

export function Annotations({ team, shown, subjects }: AnnotationsProps) {
  const may = mayChange(useSession(), team);
  const { annotations, reload } = shown;
  if (annotations.length === 0 && !may) {
    return null;
  }
  return (
    <section class="annotations" aria-label="Annotations">
      {annotations.length > 0 && (
        <ul>
          {annotations.map((one) => (
            <li key={one.id}>
              <span class="num">{dateTime(millis(one.at))} UTC</span> <bdi dir="auto">{one.text}</bdi>{' '}
              <span class="dim">
                {about(one)} by <Name text={one.by} class="wrap" />
              </span>
              {may && <RemoveButton annotation={one} changed={reload} />}
            </li>
          ))}
        </ul>
      )}
      {may && (
        <ChangeButton label="Annotate a time…">{(close) => <AnnotateDialog team={team} subjects={subjects} changed={reload} close={close} />}</ChangeButton>
      )}
    </section>
  );
}

function about({ target, experiment, run }: Annotation): string {
  const parts = [target && `target ${target}`, run ? `run ${run}` : experiment && `experiment ${experiment}`].filter(Boolean);
  return parts.length === 0 ? '(whole team)' : `(${parts.join(', ')})`;
}

type About = 'team' | 'experiment' | 'run' | `target:${string}`;

interface AnnotateProps {
  team: string;
  subjects: AnnotationsProps['subjects'];
  changed(): void;
  close(): void;
}

function AnnotateDialog({ team, subjects, changed, close }: AnnotateProps) {
  const { api, clock } = useApp();
  const [id] = useState(newId);
  const [time, setTime] = useState(() => new Date(clock.now()).toISOString().slice(0, 19).replace('T', ' '));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<About>('team');
  const at = typedTime(time);
  const fields = fieldsOf(chosen, subjects);
  const where = chosen === 'team' ? `team ${team}` : chosen.startsWith('target:') ? `target ${chosen.slice(7)}` : `this ${chosen}`;
  return (
    <ChangeDialog
      title="Annotate a time"
      verb="Annotate"
      words={at === null ? 'The time must be as 2026-11-26 12:03:00.' : `Charts of ${where} show “${text.trim() || '…'}” at ${time.trim()} UTC.`}
      send={(reason) => (at === null ? Promise.reject(new Error('The time must be as 2026-11-26 12:03:00.')) : api.change('POST', annotationsPath(team), { id, at, text: text.trim(), ...fields, reason }))}
      done={changed}
      close={close}
    >
      <label>
        Text
        <input type="text" name="text" value={text} maxLength={200} required autocomplete="off" placeholder="new driver" onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <label>
        Time (UTC)
        <input type="text" name="at" value={time} required autocomplete="off" aria-invalid={at === null} onInput={(event) => setTime(event.currentTarget.value)} />
      </label>
      <label>
        About
        <select value={chosen} onChange={(event) => setChosen(event.currentTarget.value as About)}>
          <option value="team">all of team {team}</option>
          <option value="experiment">this experiment</option>
          {subjects.run !== null && <option value="run">this run</option>}
          {subjects.targets.map((target) => (
            <option key={target} value={`target:${target}`}>
              target {target}
            </option>
          ))}
        </select>
      </label>
    </ChangeDialog>
  );
}

function fieldsOf(chosen: About, { experiment, run }: AnnotationsProps['subjects']): Record<string, string | null> {
  switch (chosen) {
    case 'team':
      return {};
    case 'experiment':
      return { experiment };
    case 'run':
      return { run };
    default:
      return { target: chosen.slice('target:'.length) };
  }
}

function RemoveButton({ annotation, changed }: { annotation: Annotation; changed: () => void }) {
  const { api } = useApp();
  const { team, id, text, at } = annotation;
  return (
    <ChangeButton label="Remove…" of={`annotation ${text}`}>
      {(close) => (
        <ChangeDialog
          title="Remove the annotation"
          verb="Remove it"
          words={`Charts show “${text}” at ${dateTime(millis(at))} UTC no more.`}
          send={(reason) => api.change('DELETE', annotationsPath(team, id), { reason })}
          done={changed}
          close={close}
        />
      )}
    </ChangeButton>
  );
}

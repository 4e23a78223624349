/** The configurations of a tune as a table: a row highlights its line and point, and has the starts of its server beneath. */

import { useState } from 'preact/hooks';
import { runView } from '../../api/paths';
import type { TuneConfiguration, TuneFigures, TuneStart } from '../../api/detail-types';
import { duration, dateTime, millis } from '../../format/time';
import { Link } from '../../router/link';
import { figureWords, isBrushed, type Axis, type Brushes, type Objective } from '../../state/tune';
import { Name } from '../name';
import { TableBox } from '../table-box';

export interface ConfigurationsProps {
  tune: TuneFigures;
  objectives: Objective[];
  axes: Axis[];
  brushes: Brushes;
  clear(): void;
  marked: string | null;
  mark(phase: string | null): void;
}

export function Configurations({ tune, objectives, axes, brushes, clear, marked, mark }: ConfigurationsProps) {
  const shown = tune.configurations.filter((one) => isBrushed(axes, brushes, one));
  const chosen = shown.find((one) => one.phase === marked) ?? null;
  return (
    <section aria-labelledby="configurations">
      <h2 id="configurations">
        Configurations{' '}
        <span class="heading-note num">{shown.length === tune.configurations.length ? tune.configurations.length : `${shown.length} of ${tune.configurations.length}`}</span>
      </h2>
      {brushes.size > 0 && (
        <p>
          <button type="button" onClick={clear}>
            Show all configurations
          </button>
        </p>
      )}
      <TableBox label="Configurations">
        <table class="rows">
          <caption class="sr-only">Configurations. The button of a row highlights it in the charts and shows the starts of its server.</caption>
          <thead>
            <tr>
              <th scope="col">Configuration</th>
              {tune.parameters.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
              {objectives.map((one) => (
                <th key={one.id} scope="col" class="right">
                  {one.label}
                  {one.unit && <span class="th-limit">{one.unit}</span>}
                </th>
              ))}
              <th scope="col">Starts</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one) => (
              <Row key={one.phase} tune={tune} one={one} objectives={objectives} marked={one.phase === marked} mark={mark} />
            ))}
          </tbody>
        </table>
      </TableBox>
      {chosen ? <Starts tune={tune} one={chosen} /> : <p class="dim">Choose a configuration to see the starts of its server, with the last lines of their logs.</p>}
    </section>
  );
}

interface RowProps {
  tune: TuneFigures;
  one: TuneConfiguration;
  objectives: Objective[];
  marked: boolean;
  mark(phase: string | null): void;
}

function Row({ tune, one, objectives, marked, mark }: RowProps) {
  const failed = one.starts.filter((start) => start.failure !== '').length;
  return (
    <tr class={marked ? 'chosen' : ''}>
      <th scope="row">
        <button type="button" class="row-button" data-row="" aria-pressed={marked} onClick={() => mark(marked ? null : one.phase)}>
          <Name text={one.phase} />
        </button>
        {one.isDefault && <span class="tag">default</span>}
        {one.phase === tune.tune.winner && <span class="tag">best</span>}
        {one.under && <span class="sub dim">{one.under}</span>}
      </th>
      {tune.parameters.map(({ name }) => (
        <td key={name} class="num" dir="auto">
          {one.values[name] === 'default' ? <span class="dim">default</span> : one.values[name]}
        </td>
      ))}
      {objectives.map((objective) => (
        <td key={objective.id} class="num right">
          {figureWords(objective, objective.of(one))}
        </td>
      ))}
      <td class="num">
        {one.starts.length}
        {failed > 0 && `, ${failed} failed`}
      </td>
    </tr>
  );
}

function Starts({ tune, one }: { tune: TuneFigures; one: TuneConfiguration }) {
  return (
    <div class="starts">
      <h3>
        Server starts of <Name text={one.phase} />
      </h3>
      {one.starts.map((start) => (
        <StartFold key={start.number} team={tune.tune.team} start={start} />
      ))}
    </div>
  );
}

function StartFold({ team, start }: { team: string; start: TuneStart }) {
  const [open, setOpen] = useState(start.failure !== '');
  const lasted = start.ended === null ? '' : `, lasted ${duration(millis(start.ended) - millis(start.started))}`;
  return (
    <details class="fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Start {start.number}: {start.status.toLowerCase()}
        {start.failure && ` (${start.failure.toLowerCase().replaceAll('_', ' ')})`}, {dateTime(millis(start.started))} UTC{lasted}
      </summary>
      <div class="fold-content">
        {start.description && <p dir="auto">{start.description}</p>}
        {start.startupSeconds !== null && <p>Ready after {duration(start.startupSeconds * 1000)}.</p>}
        {start.runs.length > 0 && (
          <p>
            Runs:{' '}
            {start.runs.map((run) => (
              <Link key={run} to={runView({ team, run })}>
                <Name text={run} />
              </Link>
            ))}
          </p>
        )}
        {start.command && <pre dir="ltr">{start.command}</pre>}
        {start.lastLines.length > 0 && (
          <>
            <p>{start.failure === '' ? 'The last lines of its log before it was ready:' : 'The last lines of its log:'}</p>
            <pre dir="ltr">{start.lastLines.join('\n')}</pre>
          </>
        )}
        {start.log && (
          <p class="dim">
            Its whole log is the file <code dir="ltr">{start.log}</code> on the host of the tuner.
          </p>
        )}
      </div>
    </details>
  );
}

/** The breaches of a run: what was broken, for how long, how far, and what moved with it. */

import { useState } from 'preact/hooks';
import type { Breach, Run } from '../../api/types';
import { useApp } from '../../app-context';
import { count, digits } from '../../format/number';
import { objectiveLabel, objectiveValue } from '../../format/objective';
import { dateTime, clockTime, duration, elapsed, millis } from '../../format/time';
import { isBurnRate, type NumberedBreach } from '../../state/breaches';
import { useStore } from '../../state/store';
import { Icon } from '../icons';
import { Problem } from '../problem';
import { FinalityTag } from '../status';
import { Heads, TableBox } from '../table-box';
import type { Show } from './charts';

export interface BreachTableProps {
  run: Run;
  breaches: Breach[] | null;
  numbers: NumberedBreach[];
  error: unknown;
  marked: string | null;
  show: Show;
}

/** Rows that are shown before more are asked for. */
const PAGE = 100;

/** Room on both sides of a breach that the charts are zoomed to. */
const MARGIN_MS = 30_000;

export function BreachTable({ run, breaches, numbers, error, marked, show }: BreachTableProps) {
  const [asked, setAsked] = useState(PAGE);
  const number = new Map(numbers.map((one) => [one.breach.breach, one.number]));
  const place = breaches?.findIndex((breach) => breach.breach === marked) ?? -1;
  const shown = Math.max(asked, place + 1);
  return (
    <section aria-labelledby="breaches">
      <h2 id="breaches">
        Breaches {breaches && <span class="dim num">{count(Math.max(numbers.length, run.breachCount))}</span>}
      </h2>
      {error !== null && <Problem error={error} />}
      {!breaches && error === null && <p class="loading">Loading the breaches…</p>}
      {breaches && breaches.length === 0 && <p class="empty-line">{run.objectives.length === 0 ? 'No SLO is set for this run, so nothing can be breached.' : 'No objective was breached.'}</p>}
      {breaches && breaches.length > 0 && (
        <TableBox label="Breaches">
          <table class="rows breaches">
            <caption class="sr-only">Breaches by opening. The button of a breach zooms the charts to it.</caption>
            <Heads columns={['No.', 'Opened, UTC', 'Lasted', 'Objective', 'Worst / limit', 'What happened, and what moved with it']} />
            <tbody>
              {breaches.slice(0, shown).map((breach) => (
                <BreachRow key={breach.breach} run={run} breach={breach} number={number.get(breach.breach) ?? null} marked={breach.breach === marked} show={show} />
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      {breaches && breaches.length > shown && (
        <button type="button" class="more" onClick={() => setAsked(shown + PAGE)}>
          More breaches: {count(breaches.length - shown)}
        </button>
      )}
      {breaches && breaches.length <= shown && run.breachCount > numbers.length && (
        <p class="dim">The first {count(numbers.length)} of {count(run.breachCount)} breaches.</p>
      )}
    </section>
  );
}

interface BreachRowProps {
  run: Run;
  breach: Breach;
  number: number | null;
  marked: boolean;
  show: Show;
}

function BreachRow({ run, breach, number, marked, show }: BreachRowProps) {
  const { clock } = useApp();
  const from = millis(breach.opened);
  const zoom = (): void => {
    const until = breach.closed === null ? clock.now() : millis(breach.closed);
    show({ from: from - MARGIN_MS, until: until + MARGIN_MS, step: null }, false);
    document.querySelector('.charts')?.scrollIntoView();
  };
  const opened = new Date(from).toISOString().slice(0, 10) === run.started.slice(0, 10) ? clockTime(from) : dateTime(from);
  return (
    <tr id={number === null ? undefined : `breach-${number}`} class={`${marked ? 'chosen' : ''} ${number === null ? 'retracted' : ''}`}>
      <th scope="row" class="num">
        {number ?? '–'}
      </th>
      <td class="num">
        <button type="button" class="row-button" data-row="" onClick={zoom} title="Zoom the charts to this breach">
          {opened}
        </button>
      </td>
      <td>
        <Lasted breach={breach} />
      </td>
      <td>
        <Objective run={run} breach={breach} />
      </td>
      <td class="num">
        {breach.worstIsLowerBound && 'at least '}
        <strong>{figure(run, breach, breach.worst)}</strong> <span class="dim">/ {figure(run, breach, breach.limit)}</span>
      </td>
      <td class="words" dir="auto">
        <p dir="auto">{breach.description}</p>
        {breach.correlationSummary && (
          <p class="dim" dir="auto">
            {breach.correlationSummary}
          </p>
        )}
        <p class="tags">
          {breach.evidence !== 'FINAL' && <FinalityTag finality={breach.evidence} />}
          {breach.flapping && <span class="tag">flapping</span>}
          {breach.rule && (
            <span class="tag" dir="auto">
              burn rate {breach.rule}
            </span>
          )}
        </p>
      </td>
    </tr>
  );
}

function Lasted({ breach }: { breach: Breach }) {
  if (breach.state === 'RETRACTED') {
    return (
      <span class="badge tone-quiet">
        <Icon shape="ring" />
        retracted
      </span>
    );
  }
  if (breach.closed === null) {
    return <OpenFor opened={breach.opened} />;
  }
  return <span class="num">{duration(millis(breach.closed) - millis(breach.opened))}</span>;
}

function OpenFor({ opened }: { opened: string }) {
  const { clock } = useApp();
  useStore(clock.tick);
  return (
    <span class="badge tone-bad num">
      <Icon shape="cross" />
      open, {elapsed(clock.now() - millis(opened))}
    </span>
  );
}

function Objective({ run, breach }: { run: Run; breach: Breach }) {
  const terms = run.objectives.find((one) => one.name === breach.objective);
  const facts = [
    `step ${breach.step}`,
    breach.requestClass === 'all' ? '' : `class ${breach.requestClass}`,
    run.targets.length > 1 ? breach.target : '',
  ].filter((fact) => fact !== '');
  return (
    <>
      <span dir="auto" title={breach.objective}>
        {terms ? objectiveLabel(terms, terms.name) : breach.objective}
      </span>
      <span class="sub dim" dir="auto">
        {facts.join(', ')}
      </span>
    </>
  );
}

function figure(run: Run, breach: Breach, value: number): string {
  if (isBurnRate(breach)) {
    return `${digits(value)}×`;
  }
  const kind = run.objectives.find((one) => one.name === breach.objective)?.kind ?? (breach.metric === null ? 'ERROR_RATIO' : 'QUANTILE');
  return objectiveValue(value, { kind });
}

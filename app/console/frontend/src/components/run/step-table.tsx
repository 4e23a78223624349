/** The steps of a run: load, outcomes, latencies, and each objective with its interval. */

import type { Run, Step, StepMetric, StepObjective } from '../../api/types';
import { maybeLatency } from '../../format/latency';
import { count, load } from '../../format/number';
import { metricLabel, objectiveLabel, objectiveValue } from '../../format/objective';
import { outcomeWords } from '../../format/outcome';
import type { RunView } from '../../router/route';
import { FinalityTag, VerdictBadge } from '../status';
import { TableBox } from '../table-box';
import { Unbounded, UnboundedNote } from '../unbounded';
import type { Show } from './charts';

export function StepTable({ run, view, show }: { run: Run; view: RunView; show: Show }) {
  const several = run.targets.length > 1;
  return (
    <section aria-labelledby="steps">
      <h2 id="steps">
        Steps <span class="heading-note">beneath each objective's value: its 95 % interval</span>
      </h2>
      {run.steps.length === 0 ? (
        <p class="empty-line">No step has begun.</p>
      ) : (
        <TableBox label="Steps">
          <table class="rows">
            <caption class="sr-only">Steps of the run. The button of a step zooms the charts to it. Beneath each objective's value is its 95 % interval.</caption>
            <thead>
              <tr>
                <th scope="col">Step</th>
                {several && <th scope="col">Target</th>}
                <th scope="col">Verdict</th>
                <th scope="col" class="right">
                  Requests
                </th>
                <th scope="col" class="right">
                  OK
                </th>
                <th scope="col">Not OK</th>
                {['p50', 'p95', 'p99'].map((name) => (
                  <th key={name} scope="col" class="right">
                    {metricLabel(view.metric)} {name}
                  </th>
                ))}
                {run.objectives.map((one) => (
                  <th key={one.name} scope="col" title={one.name}>
                    {objectiveLabel(one, one.name)}
                    <span class="th-limit">limit {objectiveValue(one.limit, one)}</span>
                  </th>
                ))}
                <th scope="col" class="right">
                  Breaches
                </th>
                <th scope="col">Figures</th>
              </tr>
            </thead>
            <tbody>
              {run.steps.map((step) => (
                <StepRow key={`${step.step} ${step.target}`} run={run} step={step} view={view} show={show} />
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <UnboundedNote shown={run.steps.some((step) => step.objectives.some(isUnbounded))} />
    </section>
  );
}

function StepRow({ run, step, view, show }: { run: Run; step: Step; view: RunView; show: Show }) {
  const metric: StepMetric | undefined = step.metrics[view.metric];
  const chosen = view.step === step.step;
  const zoom = (): void => show({ step: chosen ? null : step.step, from: null, until: null }, false);
  return (
    <tr class={chosen ? 'chosen' : ''}>
      <th scope="row">
        <button type="button" class="row-button num" data-row="" aria-pressed={chosen} onClick={zoom} title="Zoom the charts to this step">
          {step.step} <span class="dim">·</span> {load(step.load, step.loadKind)}
        </button>
      </th>
      {run.targets.length > 1 && <td dir="auto">{step.target}</td>}
      <td>
        <VerdictBadge verdict={step.verdict} />
      </td>
      <td class="num right">{count(step.requests)}</td>
      <td class="num right">{count(step.ok)}</td>
      <td class="wrap">{failedText(step)}</td>
      <td class="num right">{maybeLatency(metric?.p50Nanos)}</td>
      <td class="num right">{maybeLatency(metric?.p95Nanos)}</td>
      <td class="num right">{maybeLatency(metric?.p99Nanos)}</td>
      {run.objectives.map((one) => (
        <td key={one.name}>
          <ObjectiveCell result={step.objectives.find((other) => other.objective === one.name)} />
        </td>
      ))}
      <td class="num right">{step.breaches === 0 ? <span class="dim">0</span> : count(step.breaches)}</td>
      <td>
        {step.finality !== null && <FinalityTag finality={step.finality} />}
        {step.flags.map((flag) => (
          <span key={flag} class="flag" dir="auto">
            {flag}
          </span>
        ))}
      </td>
    </tr>
  );
}

function failedText(step: Step) {
  const others = Object.entries(step.outcomes).filter(([outcome, number]) => outcome !== 'OK' && number > 0);
  if (others.length === 0) {
    return <span class="dim">none</span>;
  }
  return others
    .sort((a, b) => b[1] - a[1])
    .map(([outcome, number]) => `${count(number)} ${outcomeWords(outcome)}`)
    .join(', ');
}

function ObjectiveCell({ result }: { result: StepObjective | undefined }) {
  if (!result) {
    return <span class="dim">–</span>;
  }
  return (
    <>
      <span class="num">{result.value === null ? 'no value' : objectiveValue(result.value, result)}</span> <VerdictBadge verdict={result.verdict} />
      {(result.low !== null || result.high !== null) && (
        <span class="sub num dim">
          {result.low === null ? '0' : objectiveValue(result.low, result)} to {isUnbounded(result) ? <Unbounded /> : objectiveValue(result.high!, result)}
        </span>
      )}
    </>
  );
}

/** Whether its interval has no upper end. */
function isUnbounded(result: StepObjective): boolean {
  return result.low !== null && result.high === null;
}

/** A run on the Now page: in full while it lasts, in one line when it is over. */

import type { LiveRun } from '../api/types';
import { runView } from '../api/paths';
import { Sparkline } from '../charts/sparkline';
import { latency } from '../format/latency';
import { count, load, plural } from '../format/number';
import { objectiveLabel, objectiveValue } from '../format/objective';
import { useReading } from '../live/reading';
import { Link } from '../router/link';
import { freshness } from '../state/freshness';
import { TTFT_P99, type Sample } from '../state/now';
import { decidingObjective } from '../state/verdict';
import { Age } from './age';
import { Icon } from './icons';
import { Name } from './name';
import { SloCell } from './slo-cell';
import { ProbeTag, StatusBadge } from './status';

export interface RunStripProps {
  run: LiveRun;
  samples: readonly Sample[];
}

export function RunStrip({ run, samples }: RunStripProps) {
  const reading = useReading(run.team);
  const { now } = reading;
  const stale = freshness(run, reading).warning;
  return (
    <article class={stale ? 'strip strip-stale' : 'strip'}>
      <div class="strip-name">
        <RunLink run={run} />
        <span class="strip-sub">
          <StatusBadge status={run.status} /> <ProbeTag run={run} /> <Age run={run} />
        </span>
        <span class="strip-sub dim">
          <Name text={run.run} />
        </span>
      </div>
      <div class="strip-objectives">
        <SloStrip run={run} now={now} />
      </div>
      <div class="strip-load">
        <LoadNow run={run} />
        <span>{run.heldLoad === null ? <span class="dim">no load judged yet</span> : `holds ${run.heldLoad}`}</span>
        <OpenBreaches run={run} />
      </div>
      <div class="strip-spark">
        <LastMinutes run={run} samples={samples} now={now} />
      </div>
    </article>
  );
}

export function OverStrip({ run }: { run: LiveRun }) {
  return (
    <article class="strip-over">
      <RunLink run={run} />
      <StatusBadge status={run.status} />
      <ProbeTag run={run} />
      <span class="dim">{run.heldLoad === null ? 'no load judged' : `holds ${run.heldLoad}`}</span>
      <OpenBreaches run={run} />
      <Age run={run} />
    </article>
  );
}

function RunLink({ run }: { run: LiveRun }) {
  return (
    <Link to={runView(run)} row class="strip-link">
      <Name text={run.experiment} /> <span class="sep">/</span> <Name text={run.phase} />
    </Link>
  );
}

function SloStrip({ run, now }: { run: LiveRun; now: number }) {
  if (run.objectives.length === 0) {
    return <p class="dim">No SLO is set for this run.</p>;
  }
  return (
    <ul class="strip-slo" aria-label="Objectives">
      {run.objectives.map((objective) => (
        <SloCell key={objective.name} objective={objective} now={now} />
      ))}
    </ul>
  );
}

function LoadNow({ run }: { run: LiveRun }) {
  const step = run.step === null ? `between steps, of ${run.stepCount}` : `step ${run.step} of ${run.stepCount}`;
  return (
    <span class="num">
      {run.load !== null && <strong>{load(run.load, run.loadKind)}</strong>}
      {`${run.load !== null ? ', ' : ''}${step}`}
      {run.inFlight !== null && `, ${count(run.inFlight)} in flight`}
    </span>
  );
}

function OpenBreaches({ run }: { run: LiveRun }) {
  if (run.openBreaches > 0) {
    return (
      <span class="text-bad">
        <Icon shape="cross" /> {plural(run.openBreaches, 'open breach', 'open breaches')}
        {run.breaches > run.openBreaches && ` of ${run.breaches}`}
      </span>
    );
  }
  return <span class="dim">{run.breaches > 0 ? `${plural(run.breaches, 'breach', 'breaches')}, none open` : 'no breaches'}</span>;
}

/** Of the objective that the run is judged by now, beside its limit. */
function LastMinutes({ run, samples, now }: RunStripProps & { now: number }) {
  const objective = decidingObjective(run);
  const values = samples.flatMap(({ at, values: all }) => {
    const value = all.get(objective?.name ?? TTFT_P99);
    return value === undefined ? [] : [{ at, value }];
  });
  return objective ? (
    <Sparkline label={objectiveLabel(objective, objective.name)} values={values} now={now} limit={objective.limit} words={(value) => objectiveValue(value, objective)} />
  ) : (
    <Sparkline label="TTFT p99" values={values} now={now} limit={null} words={latency} />
  );
}

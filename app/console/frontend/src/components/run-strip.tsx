/** A run on the Now page: in full while it lasts, in one line when it is over. */

import type { LiveRun } from '../api/types';
import { runView } from '../api/paths';
import { Sparkline } from '../charts/sparkline';
import { count, load, plural } from '../format/number';
import { useReading } from '../live/reading';
import { Link } from '../router/link';
import { freshness } from '../state/freshness';
import type { Sample } from '../state/now';
import { Age } from './age';
import { Icon } from './icons';
import { Name } from './name';
import { SloCell } from './slo-cell';
import { StatusBadge } from './status';

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
          <StatusBadge status={run.status} /> <Age run={run} />
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
        <Sparkline samples={samples} now={now} limit={p99Limit(run)} />
      </div>
    </article>
  );
}

export function OverStrip({ run }: { run: LiveRun }) {
  return (
    <article class="strip-over">
      <RunLink run={run} />
      <StatusBadge status={run.status} />
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
  const step = run.step === null ? `between steps, of ${run.stepCount}` : `step ${run.step + 1} of ${run.stepCount}`;
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

function p99Limit(run: LiveRun): number | null {
  const objective = run.objectives.find((one) => one.kind === 'QUANTILE' && one.metric === 'ttft' && one.quantile === 0.99);
  return objective ? objective.limit : null;
}

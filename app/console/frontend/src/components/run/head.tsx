/** The head of a run: what it is, whether it is within its SLO, and its newest figures. */

import type { FeedState, LiveRun, Run, Status } from '../../api/types';
import { useApp } from '../../app-context';
import { count, load, plural } from '../../format/number';
import { maybeLatency } from '../../format/latency';
import { metricLabel } from '../../format/objective';
import { clockTime, dateTime, duration, millis } from '../../format/time';
import { useReading } from '../../live/reading';
import { freshness } from '../../state/freshness';
import { endedSentence, hasFinalFigures, liveSentence, measuredSteps, type Sentence } from '../../state/verdict';
import { Age } from '../age';
import { Icon, type Shape } from '../icons';
import { Name } from '../name';
import { SloCell } from '../slo-cell';
import { FinalityTag, ProbeTag, StatusBadge } from '../status';

export function RunTitle({ run }: { run: Run }) {
  return (
    <>
      <Name text={run.experiment} /> <span class="sep">/</span> <Name text={run.phase} />
    </>
  );
}

export interface RunHeadProps {
  run: Run;
  live: LiveRun | null;
  status: Status;
  metric: string;
}

export function RunHead({ run, live, status, metric }: RunHeadProps) {
  return (
    <section class="run-head" aria-label="State of the run">
      <Facts run={run} live={live} status={status} />
      <Verdict run={run} live={live} status={status} />
      {live && status === 'RUNNING' && <Newest live={live} metric={metric} />}
      {live && status === 'RUNNING' && live.objectives.length > 0 && <Objectives live={live} />}
    </section>
  );
}

function Facts({ run, live, status }: Omit<RunHeadProps, 'metric'>) {
  const models = [...new Set(run.targets.map((target) => target.model))];
  const ended = run.ended ?? live?.ended ?? null;
  return (
    <p class="facts">
      <StatusBadge status={status} />
      <ProbeTag run={run} />
      {live && status === 'RUNNING' && <Age run={live} />}
      <Figures run={run} status={status} />
      <span>
        started <span class="num">{dateTime(millis(run.started))} UTC</span>
        {ended !== null && <>, lasted {duration(millis(ended) - millis(run.started))}</>}
      </span>
      {models.map((model) => (
        <Name key={model} text={model} />
      ))}
    </p>
  );
}

function Figures({ run, status }: { run: Run; status: Status }) {
  if (hasFinalFigures(run, status)) {
    return <span class="tag finality-final">final figures</span>;
  }
  const { measured, final } = measuredSteps(run);
  return (
    <span class="tag finality-provisional">
      {measured === 0 ? 'provisional figures' : `${final} of ${plural(measured, 'step')} final`}
    </span>
  );
}

const TONES: Record<Sentence['tone'], Shape> = { good: 'check', bad: 'cross', warn: 'warning', neutral: 'ring' };

/** A run that lasts, of which this server has heard nothing. */
function unheard(feed: FeedState | null): Sentence {
  if (feed === 'down') {
    return { tone: 'warn', words: 'Running, but the topics of its team are not read: figures are old' };
  }
  return { tone: 'neutral', words: feed === 'catching-up' ? 'Running; its events are being caught up with' : 'Running' };
}

/** Read out when it changes; the figures of the sentence change each second. */
const SPOKEN: Record<Sentence['tone'], string> = { good: 'Within its SLO', bad: 'SLO breached', warn: 'Needs a look', neutral: 'No verdict' };

function Verdict({ run, live, status }: Omit<RunHeadProps, 'metric'>) {
  const reading = useReading(run.team);
  const lasts = status === 'RUNNING';
  const sentence = lasts && live ? liveSentence(live, reading.now) : lasts ? unheard(reading.feed) : endedSentence({ ...run, status });
  const fresh = lasts && live ? freshness(live, reading) : null;
  return (
    <p class={`verdict verdict-${fresh?.warning ? 'warn' : sentence.tone}`}>
      <Icon shape={TONES[sentence.tone]} />
      <span>
        <span dir="auto">{sentence.words}</span>
        {fresh?.warning && <span class="verdict-stale"> Figures are old: {fresh.words}.</span>}
      </span>
      <span class="sr-only" aria-live="polite">
        {`${SPOKEN[sentence.tone]}${fresh?.warning ? ', data is old' : ''}`}
      </span>
    </p>
  );
}

function Newest({ live, metric }: { live: LiveRun; metric: string }) {
  const window = live.metrics[metric];
  return (
    <dl class="figures">
      <Figure label={`${metricLabel(metric)} p50`} value={maybeLatency(window?.p50Nanos)} />
      <Figure label={`${metricLabel(metric)} p95`} value={maybeLatency(window?.p95Nanos)} />
      <Figure label={`${metricLabel(metric)} p99`} value={maybeLatency(window?.p99Nanos)} />
      <Figure label="In flight" value={live.inFlight === null ? '–' : count(live.inFlight)} />
      <Figure label={live.step === null ? 'Load, between steps' : `Load, step ${live.step} of ${live.stepCount}`} value={live.load === null ? '–' : load(live.load, live.loadKind)} />
      <div class="figure figure-note">
        <dt>Newest window</dt>
        <dd>
          {window ? (
            <>
              <span class="num">{clockTime(millis(window.end))}</span> <FinalityTag finality={window.finality} />
            </>
          ) : (
            'none yet'
          )}
        </dd>
      </div>
    </dl>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div class="figure">
      <dt>{label}</dt>
      <dd class="num">{value}</dd>
    </div>
  );
}

function Objectives({ live }: { live: LiveRun }) {
  const { clock } = useApp();
  return (
    <ul class="strip-slo" aria-label="Objectives">
      {live.objectives.map((objective) => (
        <SloCell key={objective.name} objective={objective} now={clock.now()} />
      ))}
    </ul>
  );
}

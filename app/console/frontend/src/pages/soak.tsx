/** A run of hours to weeks: how its latency, its error budget and its server changed. */

import { useState } from 'preact/hooks';
import { apiRunPath } from '../api/paths';
import { runReportView, soakView } from '../api/report-paths';
import type { Soak } from '../api/detail-types';
import type { Run, RunKey } from '../api/types';
import { useApp } from '../app-context';
import { RunCrumbs } from '../components/crumbs';
import { CopyLink } from '../components/document/actions';
import { Name } from '../components/name';
import { SoakChart } from '../components/soak/chart';
import { Heads, TableBox } from '../components/table-box';
import { Choice } from '../components/tunes/choice';
import { Loading } from '../components/waiting';
import { latency } from '../format/latency';
import { count, load, plural } from '../format/number';
import { metricLabel, objectiveLabel } from '../format/objective';
import { dateTime, duration, millis } from '../format/time';
import { Link } from '../router/link';
import { HISTORY_METRICS } from '../router/more-routes';
import { usePoll } from '../state/poll';
import { MARK_WORDS, numberedMarks, within, type NumberedMark, type SoakSpan } from '../state/soak';
import { useStream } from '../state/use-stream';
import { Page } from './page';

const EVERY_MS = 60_000;
const SPANS: [SoakSpan, string][] = [
  ['all', 'Whole soak'],
  ['week', 'Last 7 days'],
  ['day', 'Last 24 h'],
];
const TIERS = { SEGMENT: 'a segment', HOUR: 'an hour', DAY: 'a day' };

export function SoakPage({ run: key, metric }: { run: RunKey; metric: string }) {
  const { api, router } = useApp();
  useStream(key.team);
  const [span, setSpan] = useState<SoakSpan>('all');
  const path = apiRunPath(key, '/soak', { metric });
  const soak = usePoll(path, EVERY_MS, (signal) => api.get<{ soak: Soak | null }>(path, signal));
  const run = usePoll(JSON.stringify(key), null, (signal) => api.run(key, signal));
  return (
    <Page title={`Soak ${key.run}`} above={<RunCrumbs run={key}>Soak</RunCrumbs>} heading={run.data ? <Name text={`${run.data.experiment} / ${run.data.phase}`} /> : 'Soak'} aside={<CopyLink />}>
      <Loading loaded={soak} words="Reading the segments…" />
      {soak.data?.soak === null && (
        <div class="empty">
          <h2>This run has no segments</h2>
          <p>A soak is a step that the plan cuts into segments.</p>
          <p>
            Go to the <Link to={runReportView(key)}>report of the run</Link>.
          </p>
        </div>
      )}
      {soak.data?.soak && (
        <>
          <div class="chart-bar">
            <Choice label="Metric" value={metric} options={HISTORY_METRICS.map((id) => ({ id, label: metricLabel(id) }))} choose={(value) => router.replace(soakView(key, value))} />
            <div class="segments" role="group" aria-label="Time">
              {SPANS.map(([id, words]) => (
                <button key={id} type="button" aria-pressed={span === id} onClick={() => setSpan(id)}>
                  {words}
                </button>
              ))}
            </div>
            <Link to={runReportView(key)}>Report of the run</Link>
          </div>
          <Shown soak={soak.data.soak} span={span} run={run.data} />
        </>
      )}
    </Page>
  );
}

function Shown({ soak: whole, span, run }: { soak: Soak; span: SoakSpan; run: Run | null }) {
  const soak = within(whole, span);
  const marks = numberedMarks(soak);
  const objectives = run?.objectives ?? [];
  const limits = objectives
    .filter((one) => one.kind === 'QUANTILE' && one.metric === soak.metric && one.requestClass === 'all')
    .map((one) => ({ value: one.limit, label: `${objectiveLabel(one, one.name)} limit ${latency(one.limit)}` }));
  return (
    <>
      <p class="facts">
        {soak.standing !== null && <span class={`badge tone-${soak.standing === 'DEGRADED' ? 'bad' : soak.standing === 'DRIFTED' ? 'warn' : 'good'}`}>{soak.standing.toLowerCase()}</span>}
        <span>{load(soak.load.load, soak.load.kind)}</span>
        <span class="num">{`${count(whole.segments)} segments over ${duration(millis(whole.points.at(-1)!.until) - millis(whole.points[0]!.from))}`}</span>
        <span>each point is {TIERS[soak.tier]}</span>
      </p>
      <SoakChart soak={soak} marks={marks} objectives={objectives} limits={limits} />
      <Marks marks={marks} />
    </>
  );
}

function Marks({ marks }: { marks: NumberedMark[] }) {
  return (
    <section aria-labelledby="marks">
      <h2 id="marks">What happened</h2>
      {marks.length === 0 ? (
        <p class="empty-line">No change point, restart, breach, alert, tune or other configuration.</p>
      ) : (
        <TableBox label="Marks of the chart">
          <table class="rows">
            <caption class="sr-only">{plural(marks.length, 'mark')} of the chart, by time</caption>
            <Heads columns={['No.', 'At, UTC', 'Lasted', 'Kind', 'What']} />
            <tbody>
              {marks.map(({ number, mark }) => (
                <tr key={number}>
                  <th scope="row" class="num">
                    {number}
                  </th>
                  <td class="num">{dateTime(millis(mark.at))}</td>
                  <td class="num">{mark.until === null ? '–' : duration(millis(mark.until) - millis(mark.at))}</td>
                  <td>{MARK_WORDS[mark.kind]}</td>
                  <td class="words">
                    <bdi dir="auto">{mark.description}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
    </section>
  );
}

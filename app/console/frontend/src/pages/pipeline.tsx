/** The way from the topics to the store: how far it is, what could not be used, and what to do. */

import { apiPath } from '../api/paths';
import { pipelineView } from '../api/report-paths';
import type { Pipeline } from '../api/operate-types';
import { useApp } from '../app-context';
import { DeadLetterTable } from '../components/pipeline/dead-letters';
import { FeedList } from '../components/pipeline/feeds';
import { LagTables } from '../components/pipeline/lag';
import { Icon } from '../components/icons';
import { Problem } from '../components/problem';
import { TeamPicker } from '../components/team-filter';
import { Updated } from '../components/updated';
import { Waiting } from '../components/waiting';
import { usePoll } from '../state/poll';
import { pipelineSentence } from '../state/pipeline';
import { useStream } from '../state/use-stream';
import { Page } from './page';

const EVERY_MS = 5_000;

export function PipelinePage({ team }: { team: string | null }) {
  const { api } = useApp();
  useStream(team);
  const path = apiPath('/pipeline', { team });
  const { data, error, reload } = usePoll(path, EVERY_MS, (signal) => api.get<Pipeline>(path, signal));
  return (
    <Page title="Pipeline" heading="Pipeline" aside={data && <Updated at={data.now} every="5 s" />}>
      <TeamPicker team={team} view={pipelineView} />
      {error !== null && <Problem error={error} retry={reload} />}
      {!data && error === null && <Waiting words="Asking the cluster and the store…" />}
      {data && <PipelineParts data={data} />}
    </Page>
  );
}

function PipelineParts({ data }: { data: Pipeline }) {
  const { tone, words } = pipelineSentence(data);
  return (
    <>
      <p class={`verdict verdict-${tone}`}>
        <Icon shape={tone === 'good' ? 'check' : 'warning'} />
        <span>{words}</span>
      </p>
      {data.problems.map((problem) => (
        <p key={problem} class="notice notice-warn pipeline-problem">
          <Icon shape="warning" />
          <span dir="auto">{problem}</span>
        </p>
      ))}
      <section>
        <h2>Feeds of this console</h2>
        <FeedList feeds={data.feeds} />
      </section>
      <section>
        <h2>Storing</h2>
        <LagTables sinks={data.sinks} />
      </section>
      <section>
        <h2>Dead letters</h2>
        <DeadLetterTable letters={data.deadLetters} />
      </section>
    </>
  );
}

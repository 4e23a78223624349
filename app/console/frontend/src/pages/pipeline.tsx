/** The way from the topics to the store: how far it is, what could not be used, and what to do. */

import { pipelineView } from '../api/report-paths';
import type { Pipeline } from '../api/operate-types';
import { DeadLetterTable } from '../components/pipeline/dead-letters';
import { FeedList } from '../components/pipeline/feeds';
import { LagTables } from '../components/pipeline/lag';
import { Icon } from '../components/icons';
import { TeamPicker } from '../components/team-filter';
import { Updated } from '../components/updated';
import { Loading } from '../components/waiting';
import { useTeamPoll } from '../state/team-poll';
import { pipelineSentence } from '../state/pipeline';
import { Page } from './page';

const EVERY_MS = 5_000;

export function PipelinePage({ team }: { team: string | null }) {
  const loaded = useTeamPoll<Pipeline>('/pipeline', team, EVERY_MS);
  const { data } = loaded;
  return (
    <Page title="Pipeline" heading="Pipeline" aside={data && <Updated at={data.now} every="5 s" />}>
      <TeamPicker team={team} view={pipelineView} />
      <Loading loaded={loaded} words="Asking the cluster and the store…" />
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

/** What is happening now: a strip for each run, by team. */

import { nowView, runsView } from '../api/paths';
import { useApp } from '../app-context';
import { Icon } from '../components/icons';
import { Name } from '../components/name';
import { Problem } from '../components/problem';
import { OverStrip, RunStrip } from '../components/run-strip';
import { plural } from '../format/number';
import { Link } from '../router/link';
import { byTeam, keyOf, loaded, type NowState, type TeamRuns } from '../state/now';
import { useLoad } from '../state/load';
import { useStore } from '../state/store';
import { useEffect } from 'preact/hooks';
import { Page } from './page';

export function NowPage({ team }: { team: string | null }) {
  const app = useApp();
  const state = useStore(app.now);
  const reloads = useStore(app.reloads);
  const read = useLoad(`now ${team ?? ''}`, reloads, async (signal) => {
    const now = await app.api.now(team ?? undefined, signal);
    app.clock.set(now.now);
    app.now.update((old) => loaded(old, now));
    return true;
  });
  useEffect(() => app.stream.open({ team: team ?? undefined }), [team]);
  const groups = byTeam(state, team ?? undefined);
  const live = groups.reduce((sum, group) => sum + group.live.length, 0);
  const broken = groups.flatMap((group) => group.live).filter((run) => run.openBreaches > 0).length;
  return (
    <Page title={team ? `Now: ${team}` : 'Now'} heading={<>Now{team && <TeamFilter team={team} />}</>} aside={read.data ? summary(live, broken) : null}>
      {read.error !== null && <Problem error={read.error} retry={read.reload} />}
      {!read.data && read.error === null && <p class="loading">Loading the runs…</p>}
      {read.data && groups.every((group) => group.live.length + group.over.length === 0) && <NothingRuns />}
      {read.data && groups.map((group) => <TeamSection key={group.team} group={group} state={state} />)}
      <p class="sr-only" aria-live="polite">
        {read.data ? breachNews(groups) : ''}
      </p>
    </Page>
  );
}

function summary(live: number, broken: number) {
  return (
    <span class={broken ? 'text-bad' : 'dim'}>
      {broken > 0 && <Icon shape="cross" />} {plural(live, 'run')} running{live > 0 && (broken > 0 ? `, ${broken} with open breaches` : ', no open breach')}
    </span>
  );
}

/** Changes only when a breach opens or closes, so that it is read out then. */
function breachNews(groups: TeamRuns[]): string {
  const open = groups.flatMap((group) => group.live).filter((run) => run.openBreaches > 0);
  return open.length === 0 ? 'No breach is open.' : `Open breaches: ${open.map((run) => `${run.experiment} ${run.phase}, ${run.openBreaches}`).join('; ')}.`;
}

function TeamFilter({ team }: { team: string }) {
  return (
    <span class="filter-chip">
      team <Name text={team} />
      <Link to={nowView()} title="Show all teams">
        <Icon shape="cross" />
        <span class="sr-only">Show all teams</span>
      </Link>
    </span>
  );
}

function TeamSection({ group, state }: { group: TeamRuns; state: NowState }) {
  return (
    <section class="team" aria-label={`Team ${group.team}`}>
      <h2>
        <Link to={nowView(group.team)}>
          <Name text={group.team} />
        </Link>
      </h2>
      <FeedNotice group={group} />
      {group.live.map((run) => (
        <RunStrip key={keyOf(run)} run={run} samples={state.history.get(keyOf(run)) ?? []} />
      ))}
      {group.over.length > 0 && (
        <>
          <h3 class="over-heading">Ended recently</h3>
          {group.over.map((run) => (
            <OverStrip key={keyOf(run)} run={run} />
          ))}
        </>
      )}
    </section>
  );
}

function FeedNotice({ group }: { group: TeamRuns }) {
  if (group.feed === 'down') {
    return (
      <p class="notice notice-warn">
        <Icon shape="warning" />
        <span>
          Topics of team <Name text={group.team} /> are not read: {group.live.length > 0 ? 'figures are old' : 'runs that began since do not show'}.
        </span>
      </p>
    );
  }
  if (group.feed === 'catching-up') {
    return (
      <p class="notice notice-warn">
        <Icon shape="warning" />
        <span>
          Topics of team <Name text={group.team} /> are being caught up with: figures are not the newest yet.
        </span>
      </p>
    );
  }
  return null;
}

function NothingRuns() {
  return (
    <div class="empty">
      <h2>Nothing is running now</h2>
      <p>A run shows here as soon as its load generator sends its first event. To see one without a GPU:</p>
      <pre>tidemark demo</pre>
      <p>To measure a server:</p>
      <pre>tidemark run --target http://localhost:8000</pre>
      <p>
        Earlier runs are in the <Link to={runsView()}>list of runs</Link>.
      </p>
    </div>
  );
}

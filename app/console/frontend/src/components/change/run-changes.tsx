/** What may be changed of a run. */

import type { Run } from '../../api/types';
import { mayChange, mayChangeObjectives, mayStop } from '../../state/changes';
import { useBaselines, useSession } from '../../state/use-changes';
import { BaselineDialog } from './baseline';
import { ChangeButton } from './change-button';
import { ObjectiveDialog } from './objective';
import { StopDialog } from './stop';

export function RunChanges({ run, lasts }: { run: Run; lasts: boolean }) {
  const session = useSession();
  const objectives = lasts && mayChangeObjectives(session, run.team);
  const stop = lasts && mayStop(session, run.team);
  const baseline = !lasts && mayChange(session, run.team);
  if (!objectives && !stop && !baseline) {
    return null;
  }
  return (
    <p class="change-line">
      {baseline && <NameBaseline run={run} />}
      {objectives && <ChangeButton label="Change an objective…">{(close) => <ObjectiveDialog run={run} close={close} />}</ChangeButton>}
      {stop && <ChangeButton label="Stop this run…">{(close) => <StopDialog run={run} close={close} />}</ChangeButton>}
    </p>
  );
}

function NameBaseline({ run }: { run: Run }) {
  const { data, reload } = useBaselines(run.team);
  return (
    <ChangeButton label="Name a baseline…">
      {(close) => <BaselineDialog team={run.team} of={{ run: run.run }} known={data?.baselines ?? []} changed={reload} close={close} />}
    </ChangeButton>
  );
}

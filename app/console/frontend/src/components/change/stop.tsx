/** Stops a run that lasts. */

import { stopPath } from '../../api/change-paths';
import type { Run } from '../../api/types';
import { useApp } from '../../app-context';
import { ChangeDialog } from './change-dialog';

export function StopDialog({ run, close }: { run: Run; close(): void }) {
  const { api } = useApp();
  return (
    <ChangeDialog
      title="Stop this run"
      verb="Stop it"
      words={`Run ${run.run} ends now as ABORTED, and so does the command that made it. Its requests in flight are cancelled. What was measured is kept.`}
      send={(reason) => api.change('POST', stopPath(run.team, run.run), { reason })}
      done={() => {}}
      close={close}
    />
  );
}

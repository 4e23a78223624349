/** Why there is no comparison, and what to do. */

import { ApiError } from '../../api/client';
import { compareView, experimentView, type CompareKey } from '../../api/report-paths';
import { runsView } from '../../api/paths';
import { useApp } from '../../app-context';
import { Link } from '../../router/link';
import { Icon } from '../icons';
import { Problem } from '../problem';
import { refusalOf } from './refusal';

export function Refused({ error, of, retry }: { error: unknown; of: CompareKey; retry(): void }) {
  if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 422)) {
    return <Problem error={error} retry={retry} />;
  }
  const refusal = refusalOf(error.detail);
  return (
    <div class="refused" role="alert">
      <h2>
        <Icon shape="warning" /> {refusal.title}
      </h2>
      <ul class="doc-bullets">
        {refusal.reasons.map((reason) => (
          <li key={reason}>
            <bdi dir="auto">{reason}</bdi>
          </li>
        ))}
      </ul>
      <p>{refusal.advice}</p>
      <p class="refused-ways">
        {refusal.kind === 'mismatch' && <CompareAnyway of={of} />}
        {of.experiment !== null && (
          <Link class="button" to={experimentView(of.team, of.experiment)}>
            Choose other phases
          </Link>
        )}
        <Link class="button" to={runsView({ team: of.team, experiment: of.experiment })}>
          See the runs
        </Link>
      </p>
    </div>
  );
}

function CompareAnyway({ of }: { of: CompareKey }) {
  const { router } = useApp();
  return (
    <button type="button" class="primary" onClick={() => router.go(compareView({ ...of, allowMismatch: true }))}>
      Compare them anyway
    </button>
  );
}

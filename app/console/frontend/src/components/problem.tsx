/** An error as the server words it, with a way to try again. */

import { ApiError } from '../api/client';
import { Icon } from './icons';

export function Problem({ error, retry }: { error: unknown; retry?: () => void }) {
  const title = error instanceof ApiError ? error.title : 'Something went wrong';
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <div class="problem" role="alert">
      <Icon shape="warning" />
      <div>
        <strong>{title}</strong>
        {detail && detail !== title && <p dir="auto">{detail}</p>}
        {retry && (
          <button type="button" onClick={retry}>
            Try again
          </button>
        )}
      </div>
    </div>
  );
}

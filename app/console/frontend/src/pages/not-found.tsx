/** An address that is none of this page's. */

import { nowView, runsView } from '../api/paths';
import { useApp } from '../app-context';
import { Name } from '../components/name';
import { Link } from '../router/link';
import { useEffect } from 'preact/hooks';
import { Page } from './page';

export function NotFoundPage({ path }: { path: string }) {
  const app = useApp();
  useEffect(() => app.stream.open({}), []);
  return (
    <Page title="Not found" heading="There is no such page">
      <div class="empty">
        <p>
          <code>
            <Name text={path} class="wrap" />
          </code>{' '}
          is no address of this console.
        </p>
        <p>
          Go to <Link to={nowView()}>what runs now</Link> or to the <Link to={runsView()}>list of runs</Link>.
        </p>
      </div>
    </Page>
  );
}

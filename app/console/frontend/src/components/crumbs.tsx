/** Where a page is. */

import type { ComponentChildren } from 'preact';
import { nowView, runsView, runView } from '../api/paths';
import type { RunKey } from '../api/types';
import { Link } from '../router/link';
import { Name } from './name';

export function Crumbs({ places, children }: { places: [string, string][]; children?: ComponentChildren }) {
  return (
    <nav aria-label="Breadcrumb" class="crumbs">
      {places.map(([name, to], i) => (
        <span key={to} class="crumb">
          {i > 0 && <span aria-hidden="true">/</span>}
          <Link to={to}>
            <Name text={name} />
          </Link>
        </span>
      ))}
      {children && (
        <span class="crumb">
          <span aria-hidden="true">/</span>
          {children}
        </span>
      )}
    </nav>
  );
}

/** Of a page about one run. */
export function RunCrumbs({ run: { team, run }, children }: { run: RunKey; children: ComponentChildren }) {
  return (
    <Crumbs
      places={[
        [team, nowView(team)],
        ['Runs', runsView({ team })],
        [run, runView({ team, run })],
      ]}
    >
      {children}
    </Crumbs>
  );
}

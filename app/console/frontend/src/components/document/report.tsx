/** A report on its page: what it says while it is loaded, when it failed, and when it is there. */

import type { ComponentChildren } from 'preact';
import type { ReportDocument } from '../../api/report-types';
import type { Loaded } from '../../state/load';
import { Problem } from '../problem';
import { Waiting } from '../waiting';
import { Blocks } from './blocks';
import { Sections } from './sections';
import { ReportTeam } from './words';

export interface ReportProps {
  team: string;
  loaded: Loaded<ReportDocument>;
  /** In place of the plain problem. */
  failed?: ComponentChildren;
}

export function Report({ team, loaded, failed }: ReportProps) {
  const { data, error, reload } = loaded;
  return (
    <ReportTeam.Provider value={team}>
      {error !== null && (failed ?? <Problem error={error} retry={reload} />)}
      {data === null && error === null && <Waiting words="Reading the results…" />}
      {data && (
        <>
          <p class="doc-subtitle dim" dir="auto">
            {data.subtitle}
          </p>
          {data.sections.length === 0 ? <Blocks blocks={data.summary} label={data.title} /> : <Sections sections={data.sections} />}
        </>
      )}
    </ReportTeam.Provider>
  );
}

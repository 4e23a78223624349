/** Text of a report. The id of a run in it leads to the run. */

import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { runView } from '../../api/paths';
import { Link } from '../../router/link';

/** The team whose runs a report names. */
export const ReportTeam = createContext<string | null>(null);

const RUN_ID = /\b([0-9A-HJKMNP-TV-Z]{26})\b/;

export function Words({ text }: { text: string }) {
  const team = useContext(ReportTeam);
  if (team === null || !RUN_ID.test(text)) {
    return <>{text}</>;
  }
  return (
    <>
      {text.split(RUN_ID).map((part, i) =>
        i % 2 === 0 ? (
          part
        ) : (
          <Link key={i} to={runView({ team, run: part })}>
            {part}
          </Link>
        ),
      )}
    </>
  );
}

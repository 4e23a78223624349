/** How the run was configured: what differs from the phase before comes first. */

import { runView } from '../../api/paths';
import type { Change, Run } from '../../api/types';
import { Link } from '../../router/link';
import { Name } from '../name';
import { Heads, TableBox } from '../table-box';

export function ConfigurationSection({ run }: { run: Run }) {
  const { configuration } = run;
  return (
    <section aria-labelledby="configuration">
      <h2 id="configuration">Configuration</h2>
      <Changes run={run} />
      <div class="two-columns">
        <Pairs label="Flags" pairs={configuration.flags} none="No flags are known." />
        <Targets run={run} />
      </div>
      {Object.keys(configuration.labels).length > 0 && <Pairs label="Labels" pairs={configuration.labels} none="" />}
      {run.remarks.length > 0 && (
        <>
          <h3>Remarks</h3>
          <ul class="remarks">
            {run.remarks.map((remark) => (
              <li key={remark} dir="auto">
                {remark}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3>Command</h3>
      <pre class="command" tabIndex={0} aria-label="Command">
        {run.command}
      </pre>
      <p class="dim">Tidemark {run.toolVersion}</p>
    </section>
  );
}

function Changes({ run }: { run: Run }) {
  const { comparedWith, changes } = run.configuration;
  if (!comparedWith) {
    return <p class="empty-line">No earlier run of another phase of this experiment to compare with.</p>;
  }
  const before = (
    <>
      phase <Name text={comparedWith.phase} />,{' '}
      run{' '}
      <Link to={runView({ team: run.team, run: comparedWith.run })}>
        <Name text={comparedWith.run} />
      </Link>
    </>
  );
  if (changes.length === 0) {
    return <p class="empty-line">Nothing differs from {before}.</p>;
  }
  return (
    <>
      <p class="dim">Differs from {before}:</p>
      <TableBox label="Differences">
        <table class="rows diff">
          <caption class="sr-only">Differences to phase {comparedWith.phase}</caption>
          <Heads columns={['Name', 'Before', 'Now']} />
          <tbody>
            {changes.map((change) => (
              <ChangeRow key={change.name} change={change} />
            ))}
          </tbody>
        </table>
      </TableBox>
    </>
  );
}

function ChangeRow({ change }: { change: Change }) {
  const value = (text: string | null) => (text === null ? <span class="dim">not set</span> : <code dir="auto">{text}</code>);
  return (
    <tr>
      <th scope="row" dir="auto">
        {change.name}
      </th>
      <td>{value(change.before)}</td>
      <td>{value(change.now)}</td>
    </tr>
  );
}

function Pairs({ label, pairs, none }: { label: string; pairs: Record<string, string>; none: string }) {
  const entries = Object.entries(pairs);
  return (
    <div>
      <h3>{label}</h3>
      {entries.length === 0 && <p class="empty-line">{none}</p>}
      <dl class="pairs">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Targets({ run }: { run: Run }) {
  return (
    <div>
      <h3>{run.targets.length === 1 ? 'Target' : 'Targets'}</h3>
      <dl class="pairs">
        {run.targets.map((target) => (
          <div key={target.name}>
            <dt dir="auto">{target.name}</dt>
            <dd dir="auto">
              {target.url}, {target.model}
              {target.serverVersion !== null && `, ${target.serverVersion}`}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

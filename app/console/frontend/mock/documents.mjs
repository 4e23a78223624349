/** Reports of the mock. */

import { bullets, code, details, figure, heading, said, table } from './blocks.mjs';

const HOSTILE = '<img src=x onerror=alert(1)>';
const LOADS = [4, 6, 8, 10, 12, 14];

export function byLoad(phases) {
  return Object.fromEntries(phases.map((phase, i) => [phase, LOADS.map((load) => [load, Math.round(120 + 8 * load + (load > 10 - i ? (load - 9 + i) ** 2 * 14 : 0))])]));
}

export function report(experiment, phases) {
  const rows = phases.flatMap((phase, i) => LOADS.slice(0, 3).map((load) => [phase, load, '1,240', `${140 + 9 * load + 4 * i} ms (131-${170 + 9 * load})`, i === 1 && load === 8 ? ['FAIL', 'BAD'] : load === 6 ? ['INCONCLUSIVE', 'DOUBT'] : ['PASS', 'GOOD']]));
  const answer = [
    said('callout', `${phases[0]}, run 01M8CNEPWCQ4FG1ZHYQ3119K36 is INVALID; do not use its figures: step 1 sent its requests late.`, 'BAD'),
    said('headline', `${phases[phases.length - 1]} holds at least 8 req/s within the SLO.`, 'GOOD'),
    said('paragraph', 'SLO: ttft p95 < 300ms over 60s; errors < 1% over 60s', 'MUTED'),
    figure('ttft-by-load', 'TTFT p95 against load', 'Bands are 95 % intervals. The shaded area violates the SLO.', byLoad(phases)),
    table(['phase', '>req/s', '>n (eff.)', '>ttft p95 (95 % CI)', 'verdict'], rows),
    details('What this rests on, with 2 caveats', said('callout', `${phases[0]} at 6 req/s: INCONCLUSIVE, the interval reaches over the limit.`, 'DOUBT'), bullets('Intervals treat requests as independent.', 'הערה בעברית')),
  ];
  return {
    title: `Tidemark report: ${experiment}`,
    subtitle: `Made 2026-11-26 19:35 UTC from ${phases.length} runs.`,
    summary: answer,
    sections: [
      { title: '1. The answer', blocks: answer },
      {
        title: '2. Can it be trusted?',
        blocks: [
          table(['phase', 'run', 'measured', '>sent'], phases.map((phase) => [phase, '01M8CNEPWCQ4FG1ZHYQ3119K36', ['VALID', 'GOOD'], '100 %'])),
          said('paragraph', 'Intervals are 95 %, from the number of requests. Runs on one server are not independent, so the true interval is wider.'),
        ],
      },
      { title: '3. Latency against load', blocks: [figure('tpot', 'TPOT p95 against load', 'One line per phase.', byLoad(phases)), figure('e2e', 'E2E p95 against load', 'One line per phase.', byLoad(phases))] },
      { title: '4. Configuration', blocks: [said('paragraph', HOSTILE), said('paragraph', 'To repeat the runs:'), code(`tidemark run --plan plans/chat-8b.yaml --phase ${phases[0]}\ntidemark run --plan plans/chat-8b.yaml --phase "${HOSTILE}"`), heading('Labels'), table(['label', 'value'], [['=cmd()', 'מיקום: חיפה']])] },
      { title: '5. Appendix: remarks', blocks: [bullets('The server was restarted before the run.', `A remark with ${HOSTILE}`)] },
    ],
  };
}

export function tuneReport(tune) {
  const running = tune.activity === 'RUNNING';
  const answer = [
    ...(running ? [said('callout', 'The tune is still running. This is how it stands; its end may say something else.', 'DOUBT')] : []),
    said('headline', tune.winner ? `${tune.winner} is best so far: 22 % more within the SLO than the default.` : 'There is no winner yet.', tune.winner ? 'GOOD' : 'PLAIN'),
    said('paragraph', `${tune.ended} server starts ended, ${tune.infeasible} of them infeasible.`),
  ];
  return {
    title: `Tidemark tune: ${tune.experiment}`,
    subtitle: `Tune ${tune.tune}, a ${tune.mode} of 8 configurations on ${tune.target}.`,
    summary: answer,
    sections: [
      { title: '1. The answer', blocks: answer },
      {
        title: '2. Configurations',
        blocks: [
          table(['configuration', '--max-num-seqs', '--kv-cache-dtype', '>held', 'standing'], [
            ['default', '128', 'auto', '9 req/s', ['base', 'MUTED']],
            ['c-3', '256', 'fp8', '11 req/s', ['better', 'GOOD']],
            ['c-5', '512', 'fp8', '–', ['infeasible: out of memory', 'BAD']],
          ]),
          code('server:\n  max-num-seqs: 256\n  kv-cache-dtype: fp8'),
        ],
      },
      { title: '3. Throughput per GPU against latency', blocks: [figure('pareto', 'Throughput per GPU against TTFT', 'Each point is a configuration.', byLoad(['default', 'c-3', 'c-5']))] },
    ],
  };
}

/** Comparisons of the mock, and how the server refuses one. */

import { bullets, figure, said, table } from './blocks.mjs';
import { byLoad } from './documents.mjs';

export function comparison(team, query) {
  const sides = query.getAll('side');
  const refused = (detail, status = 422) => ({ status, title: status === 400 ? 'Bad Request' : 'Unprocessable Content', detail });
  if (sides.length < 2 || sides.length > 8) {
    return refused(`side must be given 2 to 8 times but was given ${sides.length}`, 400);
  }
  if (sides.some((side) => side.includes('nope'))) {
    return refused('"nope" is no phase, run id or file; the store holds: chat-8b/baseline, chat-8b/kv-fp8');
  }
  if (sides.some((side) => side.endsWith('/lost'))) {
    return refused('"night/lost" has no run to compare: run 01M8CNEPWCQ4FG1ZHYQ3119K36 of lost is left out: it is LOST');
  }
  const other = sides.find((side) => side.startsWith('router/'));
  if (other && !query.has('allowMismatch')) {
    return refused(
      `the runs differ in more than their configuration: workload: "chat" of ${sides[0]}, "router" of ${other}; model: Llama-3.1-8B-Instruct, Qwen3-8B. --last N leaves older runs out, --allow-mismatch compares them anyway`,
    );
  }
  return { json: compared(sides, other !== undefined) };
}

function compared([base, ...rest], allowMismatch) {
  const best = rest[0];
  const names = [base, ...rest];
  const answer = [
    said('headline', `${best} is better than ${base}: TTFT p95 is 18 % lower at 10 req/s.`, 'GOOD'),
    ...(allowMismatch ? [said('callout', 'Compared although they differ: workload, model.', 'DOUBT')] : []),
    said('paragraph', `${best} holds 12 req/s within the SLO, ${base} 10 req/s.`),
    said('callout', 'At 14 req/s the runs do not decide: 3 more runs of each would.', 'DOUBT'),
    bullets('TPOT is similar at each load.', 'The share of requests that were not ok did not change.'),
  ];
  return {
    title: rest.length === 1 ? `Tidemark comparison: ${best} against ${base}` : `Tidemark comparison of ${names.length} phases`,
    subtitle: `Made 2026-11-26 19:35 UTC from 3 runs of ${base} and 3 runs of ${best}.`,
    summary: answer,
    sections: [
      { title: '1. The answer', blocks: answer },
      {
        title: '2. Differences',
        blocks: [table(['figure', 'at', ...names.map((name) => `>${name}`), '>change', 'says'], [
          ['TTFT p95', '10 req/s', ...names.map((_, i) => `${214 - 38 * Math.min(i, 1)} ms`), ['−18 % (−24 to −11)', 'GOOD'], ['IMPROVED', 'GOOD']],
          ['TPOT p95', '10 req/s', ...names.map(() => '24.1 ms'), '+0.4 % (−2 to +3)', ['similar', 'MUTED']],
          ['E2E p95', '14 req/s', ...names.map((_, i) => `${3.1 + 0.4 * i} s`), ['+13 % (−1 to +29)', 'DOUBT'], ['undecided', 'DOUBT']],
          ['errors', '14 req/s', ...names.map((_, i) => `${i} %`), ['+1 %', 'BAD'], ['REGRESSED', 'BAD']],
        ])],
      },
      { title: '3. Distributions', blocks: [figure('ttft-distribution', 'TTFT at 10 req/s', 'Share of requests within a value.', byLoad(names))] },
      { title: '4. Configuration', blocks: [table(['flag', ...names], [['--kv-cache-dtype', 'auto', ...rest.map(() => ['fp8', 'DOUBT'])], ['--max-num-seqs', '128', ...rest.map((_, i) => String(256 * (i + 1)))]])] },
      { title: '5. Server signals', blocks: [table(['signal', ...names.map((name) => `>${name}`)], [['KV use', ...names.map((_, i) => `${92 - 30 * Math.min(i, 1)} %`)]])] },
      { title: '6. Runs', blocks: [table(['side', 'run', 'status'], names.map((name) => [name, '01M8CNEPWCQ4FG1ZHYQ3119K36', ['VALID', 'GOOD']]))] },
    ],
  };
}

/** Alerts and the pipeline of the mock. */

import { FEEDS } from './world.mjs';

const STARTED = Date.now();
const at = (minutes) => new Date(STARTED + minutes * 60_000).toISOString();
const RUN = '2026-11-26-chat-8b-kv-fp8-1';

function alert(fields) {
  return {
    team: 'perf', fingerprint: 'f1', name: 'SloBreach', severity: 'ticket', state: 'FIRING', reason: '',
    labels: { alertname: 'SloBreach', severity: 'ticket', team: 'perf', run: RUN, experiment: 'chat-8b', phase: 'kv-fp8', objective: 'ttft-p95' },
    annotations: {
      summary: 'p95 of TTFT reached 412 ms; its limit is 300 ms over 1 min.', objective: 'ttft p95 < 300ms over 60s', value: '412 ms', correlated_signals: 'preemptions, 0 -> 3.1/s; KV use, 58 % -> 96 %',
      certainty: 'final figures', runbook_url: 'https://example.org/runbook#slobreach', report_url: 'javascript:alert(1)',
    },
    startsAt: at(-6), endsAt: null, muted: false,
    deliveries: [{ receiver: 'pager', status: 'FIRING', state: 'SENT', attempts: 1, error: '', created: at(-6), finished: at(-6) }],
    ...fields,
  };
}

const ALERTS = [
  alert({
    deliveries: [
      { receiver: 'pager', status: 'FIRING', state: 'SENT', attempts: 1, error: '', created: at(-6), finished: at(-6) },
      { receiver: 'chat-ops', status: 'FIRING', state: 'PENDING', attempts: 4, error: 'HTTP 503 of https://chat.example.org: upstream is away', created: at(-6), finished: null },
      { receiver: 'דואר', status: 'FIRING', state: 'PARKED', attempts: 1, error: 'HTTP 400: channel_not_found <script>alert(1)</script>', created: at(-6), finished: at(-5) },
    ],
  }),
  alert({ fingerprint: 'f2', name: 'BurnRate', severity: 'page', state: 'PENDING', reason: 'waits for final figures', startsAt: at(-1), deliveries: [] }),
  alert({ fingerprint: 'f3', team: 'search', name: 'RunLost', muted: true, labels: { run: '../../etc/passwd?x=1#y', experiment: 'ניסוי עומס 🚀', phase: '<b>' }, annotations: { summary: 'No lane of the run is heard.' }, startsAt: at(-40), deliveries: [{ receiver: 'pager', status: 'FIRING', state: 'SKIPPED', attempts: 0, error: 'muted', created: at(-40), finished: at(-40) }] }),
  alert({ fingerprint: 'f4', name: 'TargetDown', state: 'RESOLVED', reason: 'it answers again', startsAt: at(-200), endsAt: at(-180), deliveries: [{ receiver: 'pager', status: 'RESOLVED', state: 'SENT', attempts: 1, error: '', created: at(-180), finished: at(-180) }] }),
  alert({ fingerprint: 'f5', name: 'PhaseBegan', severity: 'info', state: 'EVENT', annotations: { summary: 'The phase kv-fp8 began.' }, startsAt: at(-9), deliveries: [] }),
];

const MUTES = [
  { team: 'search', id: 'm1', labels: { experiment: 'ניסוי עומס 🚀' }, from: at(-60), until: at(120), reason: 'תחזוקה: the cluster is moved', by: 'רות@example.org' },
  { team: 'perf', id: 'm2', labels: { phase: 'night' }, from: at(300), until: at(600), reason: '', by: 'ops' },
];

export function alerts(ofTeam, empty) {
  return { now: new Date().toISOString(), alerts: empty ? [] : ALERTS.filter(ofTeam), mutes: empty ? [] : MUTES.filter(ofTeam) };
}

const TOPICS = ['alerts', 'breaches', 'control', 'dead-letters', 'heartbeats', 'requests', 'steps', 'tokens', 'windows'];

export function pipeline(ofTeam, empty) {
  const sinks = FEEDS.flatMap(({ team }) => TOPICS.map((topic, i) => ({ team, topic: `tidemark.${team}.${topic}`, partitions: 2, behind: topic === 'tokens' || topic === 'dead-letters' ? null : i === 5 ? 1204 : 0 })));
  const letter = (fields) => ({ team: 'perf', topic: 'tidemark.perf.requests', code: 'IMPLAUSIBLE', records: 12, example: 'IMPLAUSIBLE: first token 2026-11-26T19:00:01Z is before sent 2026-11-26T19:00:02Z', first: at(-300), last: at(-4), ...fields });
  const letters = [letter({}), letter({ team: 'search', topic: 'tidemark.search.tokens', code: 'NOT_AN_EVENT', records: 3, example: 'NOT_AN_EVENT: <script>alert(1)</script>' })];
  return {
    now: new Date().toISOString(),
    feeds: FEEDS.filter(ofTeam),
    sinks: empty ? [] : sinks.filter(ofTeam),
    deadLetters: empty ? [] : letters.filter(ofTeam),
    problems: empty ? [] : ['the ends of the topics of team search cannot be asked for: Topic authorization failed'],
  };
}

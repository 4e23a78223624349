/** The types of the console's API, as openapi.yaml states them. Times are ISO 8601 in UTC, latencies are nanoseconds, shares are from 0 to 1, steps count from 1. */

export type Status = 'UNKNOWN' | 'RUNNING' | 'ENDED' | 'ABORTED' | 'INVALID' | 'LOST';
export type Finality = 'UNKNOWN' | 'PROVISIONAL' | 'INCOMPLETE' | 'FINAL';
export type LoadKind = 'RATE' | 'CONCURRENCY' | 'UNKNOWN';
export type ObjectiveKind = 'QUANTILE' | 'GOOD_RATIO' | 'ERROR_RATIO' | 'UNKNOWN';
export type Verdict = 'UNKNOWN' | 'PASS' | 'FAIL' | 'INCONCLUSIVE' | 'INVALID';
export type FeedState = 'ready' | 'catching-up' | 'down';

export interface Session {
  login: 'none' | 'needed' | 'done';
  logins: Logins;
  caller: string | null;
  teams: string[];
  allTeams: boolean;
  mayChange: MayChange;
  expires: string | null;
  now: string;
}

/** By what a browser can log in. */
export interface Logins {
  token: boolean;
  /** Address of the OpenID provider that the login leads to. */
  provider: string | null;
}

/** Teams of which the caller may change something. */
export interface MayChange {
  allTeams: boolean;
  teams: string[];
  /** Teams of whose runs that last the objectives may be changed. */
  objectives: string[];
  /** Teams whose runs may be stopped. */
  stops: string[];
}

export interface Team {
  team: string;
  live: boolean;
}

export interface Feed {
  team: string;
  state: FeedState;
}

/** What both an objective of a run and its live state have. */
export interface ObjectiveTerms {
  kind: ObjectiveKind;
  metric: string | null;
  quantile: number | null;
  limit: number;
}

export interface Objective extends ObjectiveTerms {
  name: string;
  windowSeconds: number;
  requestClass: string;
}

export interface LiveObjective extends Objective {
  value: number | null;
  /** The quantile falls among requests that were not OK or still wait: it is no less than the value. */
  valueIsLowerBound: boolean;
  breached: boolean;
  since: string | null;
}

export interface NewestWindow {
  end: string;
  finality: Finality;
  count: number;
  p50Nanos: number | null;
  p95Nanos: number | null;
  p99Nanos: number | null;
}

/** The load that a run holds within its SLO, as the server works it out. */
export interface HeldLoad {
  heldKind: LoadKind | null;
  heldUpTo: number | null;
  failsFrom: number | null;
  /** The same as text, with "so far" while the run lasts; null where no step counts. */
  heldLoad: string | null;
}

/** A run, of the store or of now. */
export interface RunState {
  team: string;
  run: string;
  experiment: string;
  phase: string;
  /** A probe of a search, which is no run of its phase. */
  probe: boolean;
  status: Status;
  started: string;
  ended: string | null;
}

/** A run of a list. */
export interface RunSummary extends RunState, HeldLoad {
  /** The worst of its steps, UNKNOWN where none was judged; null of a run that has not ended as planned. */
  verdict: Verdict | null;
  labels: Record<string, string>;
}

export interface LiveRun extends RunState, HeldLoad {
  lastData: string | null;
  model: string;
  target: string;
  step: number | null;
  stepCount: number;
  loadKind: LoadKind | null;
  load: number | null;
  inFlight: number | null;
  objectives: LiveObjective[];
  openBreaches: number;
  breaches: number;
  metrics: Record<string, NewestWindow>;
  signals: Record<string, number>;
}

export interface Now {
  now: string;
  feeds: Feed[];
  runs: LiveRun[];
}

export interface Runs {
  runs: RunSummary[];
  next: string | null;
}

export interface Target {
  name: string;
  url: string;
  model: string;
  serverVersion: string | null;
}

export interface StepMetric {
  count: number;
  p50Nanos: number | null;
  p90Nanos: number | null;
  p95Nanos: number | null;
  p99Nanos: number | null;
  maxNanos: number | null;
}

export interface StepObjective extends ObjectiveTerms {
  objective: string;
  verdict: Verdict;
  value: number | null;
  low: number | null;
  high: number | null;
  count: number;
}

export interface Step {
  step: number;
  loadKind: LoadKind;
  load: number;
  target: string;
  started: string | null;
  measureFrom: string | null;
  measureUntil: string | null;
  ended: string | null;
  finality: Finality | null;
  verdict: Verdict | null;
  requests: number;
  ok: number;
  outcomes: Record<string, number>;
  breaches: number;
  metrics: Record<string, StepMetric>;
  objectives: StepObjective[];
  flags: string[];
}

export interface Change {
  name: string;
  before: string | null;
  now: string | null;
}

export interface Configuration {
  flags: Record<string, string>;
  labels: Record<string, string>;
  comparedWith: { run: string; phase: string } | null;
  changes: Change[];
}

export interface SignalInfo {
  id: string;
  label: string;
  unit: string;
}

export interface Run extends RunState, HeldLoad {
  invalidReasons: string[];
  lost: string | null;
  targets: Target[];
  objectives: Objective[];
  steps: Step[];
  breachCount: number;
  configuration: Configuration;
  remarks: string[];
  command: string;
  toolVersion: string;
  signals: SignalInfo[];
}

export interface Breach {
  breach: string;
  step: number;
  target: string;
  requestClass: string;
  objective: string;
  metric: string | null;
  state: 'UNKNOWN' | 'OPENED' | 'UPDATED' | 'CLOSED' | 'RETRACTED';
  evidence: Finality;
  opened: string;
  updated: string;
  closed: string | null;
  limit: number;
  value: number;
  worst: number;
  worstIsLowerBound: boolean;
  count: number;
  windowSeconds: number;
  description: string;
  correlationSummary: string;
  correlatedSignals: { signal: string; before: number; during: number }[];
  rule: string;
  flapping: boolean;
}

export interface Breaches {
  breaches: Breach[];
  next: string | null;
}

export interface BadRequest {
  id: string;
  step: number;
  due: string;
  outcome: string;
  valueNanos: number | null;
  error: string | null;
}

export interface BadRequests {
  objective: string;
  total: number;
  requests: BadRequest[];
}

export interface WindowPoint {
  end: string;
  step: number;
  target: string;
  finality: Finality;
  count: number;
  p50Nanos: number | null;
  p90Nanos: number | null;
  p95Nanos: number | null;
  p99Nanos: number | null;
  maxNanos: number | null;
  ended: number;
  failed: number;
  outputTokens: number;
  inFlight: number | null;
  signals: Record<string, number>;
}

export interface Windows {
  metric: string;
  windowSeconds: number;
  total: number;
  gapNanos: number;
  windows: WindowPoint[];
}

export interface ServerTime {
  now: string;
  feeds: Feed[];
}

export interface WindowsEvent {
  team: string;
  run: string;
  metric: string;
  windowSeconds: number;
  windows: WindowPoint[];
}

export interface BreachEvent {
  team: string;
  run: string;
  breach: Breach;
}

export interface ChangedEvent {
  team: string;
  run: string;
  what: 'run' | 'objectives' | 'steps';
}

/** Which run a page shows. */
export interface RunKey {
  team: string;
  run: string;
}

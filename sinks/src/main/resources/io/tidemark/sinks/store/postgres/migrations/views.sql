-- What others read: pandas, Grafana, Otava. Times are timestamps, durations milliseconds. Every migration makes them anew.
-- They read as whoever asks, so that policies of the tables hold. A time before the first timestamp of the server is NULL: one such row would fail each query of its view.

CREATE VIEW run_overview WITH (security_invoker = true) AS
SELECT r.team, r.experiment, r.phase, r.run, CASE WHEN r.started_micros > -210000000000000000 THEN to_timestamp(r.started_micros / 1000000::double precision) END AS started, CASE WHEN r.ended_micros > -210000000000000000 THEN to_timestamp(r.ended_micros / 1000000::double precision) END AS ended,
    CASE WHEN a.lost_micros IS NOT NULL THEN 'LOST' ELSE r.status END AS status, r.step_count,
    r.workload_hash, r.plan_hash, r.seed, r.tool_version, r.command, r.labels, r.phase_config, r.invalid_reasons,
    CASE WHEN r.imported IS NULL THEN 0 ELSE 1 END AS imported, CASE WHEN a.lost_micros > -210000000000000000 THEN to_timestamp(a.lost_micros / 1000000::double precision) END AS lost, a.lost_reason, r.target_failure, r.stop_reason
FROM runs r LEFT JOIN run_activity a ON a.team = r.team AND a.run = r.run;

CREATE VIEW run_figures WITH (security_invoker = true) AS
SELECT r.team, r.experiment, r.phase, r.run, CASE WHEN r.started_micros > -210000000000000000 THEN to_timestamp(r.started_micros / 1000000::double precision) END AS started,
    CASE WHEN a.lost_micros IS NOT NULL THEN 'LOST' ELSE r.status END AS run_status, s.step, s.target,
    s.request_class, s.finality, s.load_kind, s.load, s.drawn_per_second, s.due, s.sent, s.ok, s.due - s.ok AS failed,
    s.prompt_tokens, s.output_tokens,
    s.output_tokens * 1000000::double precision / NULLIF(s.measure_until_micros - s.measure_from_micros, 0) AS output_tokens_per_second,
    s.verdict, s.breaches, s.workload_hash, s.missing
FROM step_results s JOIN runs r ON r.team = s.team AND r.run = s.run
    LEFT JOIN run_activity a ON a.team = r.team AND a.run = r.run;

CREATE VIEW step_percentiles WITH (security_invoker = true) AS
SELECT f.team, f.experiment, f.phase, f.run, f.started, f.run_status, f.step, f.target, f.request_class, f.finality, f.load_kind, f.load,
    LOWER(m.metric) AS metric, m.count, m.sum_nanos / 1000000::double precision / NULLIF(m.count, 0) AS mean_ms, m.p50_nanos / 1000000::double precision AS p50_ms,
    m.p90_nanos / 1000000::double precision AS p90_ms, m.p95_nanos / 1000000::double precision AS p95_ms, m.p99_nanos / 1000000::double precision AS p99_ms,
    m.max_nanos / 1000000::double precision AS max_ms
FROM run_figures f JOIN step_metrics m ON m.team = f.team AND m.run = f.run AND m.step = f.step AND m.target = f.target
    AND m.request_class = f.request_class;

CREATE VIEW step_verdicts WITH (security_invoker = true) AS
SELECT f.team, f.experiment, f.phase, f.run, f.started, f.run_status, f.step, f.target, f.request_class, f.finality, f.load_kind, f.load,
    o.objective, o.kind, LOWER(o.metric) AS metric, o.quantile, o.limit_value, o.value, o.low, o.high, o.count, o.bad, o.verdict, o.basis,
    o.verdict_on, o.sustained_verdict, o.short_run_verdict, o.effective_count, o.design_effect
FROM run_figures f JOIN step_objectives o ON o.team = f.team AND o.run = f.run AND o.step = f.step AND o.target = f.target
    AND o.request_class = f.request_class;

CREATE VIEW capacity_loads WITH (security_invoker = true) AS
WITH steps_of_all AS (
    SELECT team, experiment, phase, load_kind, load, run, step,
        MIN(CASE WHEN verdict = 'PASS' THEN 1 ELSE 0 END) AS passed, MAX(CASE WHEN verdict = 'FAIL' THEN 1 ELSE 0 END) AS failed
    FROM run_figures
    WHERE request_class = 'all' AND finality IN ('FINAL', 'INCOMPLETE') AND run_status <> 'INVALID' AND verdict <> 'INVALID' AND load IS NOT NULL
        AND NOT (load_kind = 'RATE' AND load = 0)
    GROUP BY team, experiment, phase, load_kind, load, run, step
)
SELECT team, experiment, phase, load_kind, load, COUNT(*) AS steps,
    CASE WHEN MAX(failed) = 1 THEN 'FAIL' WHEN MIN(passed) = 1 THEN 'PASS' ELSE 'INCONCLUSIVE' END AS verdict
FROM steps_of_all GROUP BY team, experiment, phase, load_kind, load;

CREATE VIEW capacity WITH (security_invoker = true) AS
WITH bounds AS (
    SELECT team, experiment, phase, load_kind, CAST(SUM(steps) AS BIGINT) AS steps, MAX(CASE WHEN verdict = 'PASS' THEN load END) AS highest_pass,
        MIN(CASE WHEN verdict = 'FAIL' THEN load END) AS lowest_fail,
        CAST(SUM(CASE WHEN verdict = 'INCONCLUSIVE' THEN 1 ELSE 0 END) AS BIGINT) AS inconclusive_loads
    FROM capacity_loads GROUP BY team, experiment, phase, load_kind
)
SELECT team, experiment, phase, load_kind, steps,
    CASE WHEN lowest_fail IS NULL OR highest_pass < lowest_fail THEN highest_pass ELSE (
        SELECT MAX(l.load) FROM capacity_loads l WHERE l.team = bounds.team AND l.experiment = bounds.experiment AND l.phase = bounds.phase
            AND l.load_kind = bounds.load_kind AND l.verdict = 'PASS' AND l.load < bounds.lowest_fail) END AS highest_pass,
    lowest_fail, CASE WHEN highest_pass > lowest_fail THEN 1 ELSE 0 END AS non_monotone, inconclusive_loads
FROM bounds;

CREATE VIEW history WITH (security_invoker = true) AS
SELECT f.team, f.experiment, f.phase, f.workload_hash, f.load_kind, f.load, f.target, f.started, f.run, f.run_status,
    f.output_tokens_per_second, f.failed * 1::double precision / NULLIF(f.due, 0) AS failed_share,
    MAX(CASE WHEN m.metric = 'TTFT' THEN m.p50_nanos END) / 1000000::double precision AS ttft_p50_ms,
    MAX(CASE WHEN m.metric = 'TTFT' THEN m.p95_nanos END) / 1000000::double precision AS ttft_p95_ms,
    MAX(CASE WHEN m.metric = 'TTFT' THEN m.p99_nanos END) / 1000000::double precision AS ttft_p99_ms,
    MAX(CASE WHEN m.metric = 'TTFT_DUE' THEN m.p95_nanos END) / 1000000::double precision AS ttft_due_p95_ms,
    MAX(CASE WHEN m.metric = 'TTFT_DUE' THEN m.p99_nanos END) / 1000000::double precision AS ttft_due_p99_ms,
    MAX(CASE WHEN m.metric = 'TPOT' THEN m.p50_nanos END) / 1000000::double precision AS tpot_p50_ms,
    MAX(CASE WHEN m.metric = 'TPOT' THEN m.p95_nanos END) / 1000000::double precision AS tpot_p95_ms,
    MAX(CASE WHEN m.metric = 'TPOT' THEN m.p99_nanos END) / 1000000::double precision AS tpot_p99_ms,
    MAX(CASE WHEN m.metric = 'ITL' THEN m.p99_nanos END) / 1000000::double precision AS itl_p99_ms,
    MAX(CASE WHEN m.metric = 'E2E' THEN m.p50_nanos END) / 1000000::double precision AS e2e_p50_ms,
    MAX(CASE WHEN m.metric = 'E2E' THEN m.p95_nanos END) / 1000000::double precision AS e2e_p95_ms,
    MAX(CASE WHEN m.metric = 'E2E' THEN m.p99_nanos END) / 1000000::double precision AS e2e_p99_ms
FROM run_figures f JOIN step_metrics m ON m.team = f.team AND m.run = f.run AND m.step = f.step AND m.target = f.target
    AND m.request_class = f.request_class
WHERE f.request_class = 'all' AND f.finality IN ('FINAL', 'INCOMPLETE') AND f.run_status <> 'INVALID' AND f.verdict <> 'INVALID'
GROUP BY f.team, f.experiment, f.phase, f.workload_hash, f.load_kind, f.load, f.target, f.started, f.run, f.run_status, f.step,
    f.output_tokens_per_second, f.failed, f.due;

CREATE VIEW window_series WITH (security_invoker = true) AS
SELECT w.team, r.experiment, r.phase, w.run, w.step, w.target, w.request_class, LOWER(w.metric) AS metric, w.window_seconds,
    CASE WHEN w.end_micros > -210000000000000000 THEN to_timestamp(w.end_micros / 1000000::double precision) END AS time, w.finality, w.count, w.p50_nanos / 1000000::double precision AS p50_ms, w.p90_nanos / 1000000::double precision AS p90_ms,
    w.p95_nanos / 1000000::double precision AS p95_ms, w.p99_nanos / 1000000::double precision AS p99_ms, w.ended, w.failed, w.output_tokens, w.in_flight, w.signals, w.missing
FROM window_stats w JOIN runs r ON r.team = w.team AND r.run = w.run;

CREATE VIEW window_hour_series WITH (security_invoker = true) AS
SELECT h.team, r.experiment, r.phase, h.run, h.step, h.target, h.request_class, LOWER(h.metric) AS metric,
    CASE WHEN h.end_micros > -210000000000000000 THEN to_timestamp(h.end_micros / 1000000::double precision) END AS time, h.finality, h.minutes, h.count, h.sum_nanos / 1000000::double precision / NULLIF(h.count, 0) AS mean_ms,
    h.p50_nanos / 1000000::double precision AS p50_ms, h.p90_nanos / 1000000::double precision AS p90_ms, h.p95_nanos / 1000000::double precision AS p95_ms, h.p99_nanos / 1000000::double precision AS p99_ms,
    h.max_nanos / 1000000::double precision AS max_ms
FROM window_hours h JOIN runs r ON r.team = h.team AND r.run = h.run;

CREATE VIEW breach_list WITH (security_invoker = true) AS
SELECT team, experiment, phase, run, step, target, request_class, objective, LOWER(metric) AS metric, state, evidence,
    CASE WHEN opened_micros > -210000000000000000 THEN to_timestamp(opened_micros / 1000000::double precision) END AS opened, CASE WHEN closed_micros > -210000000000000000 THEN to_timestamp(closed_micros / 1000000::double precision) END AS closed, limit_value, value, worst, description, correlation_summary
FROM breaches;

CREATE VIEW dead_letter_reasons WITH (security_invoker = true) AS
SELECT team, topic, code, records, example, CASE WHEN first_micros > -210000000000000000 THEN to_timestamp(first_micros / 1000000::double precision) END AS first, CASE WHEN last_micros > -210000000000000000 THEN to_timestamp(last_micros / 1000000::double precision) END AS last
FROM (
    SELECT team, topic, code, COUNT(*) AS records, MIN(reason) AS example, MIN(appended_micros) AS first_micros,
        MAX(appended_micros) AS last_micros
    FROM dead_letters GROUP BY team, topic, code
) AS of_one_kind;

-- Comparisons of runs: what is compared beside latencies, how sure it is, and segments of a soak against those before them.
CREATE TABLE regressions_by_run (
    team TEXT NOT NULL REFERENCES teams (team),
    experiment TEXT NOT NULL,
    workload_hash TEXT NOT NULL,
    base_phase TEXT NOT NULL,
    candidate_phase TEXT NOT NULL,
    load_kind TEXT NOT NULL,
    load REAL NOT NULL,
    request_class TEXT NOT NULL,
    measure TEXT NOT NULL,
    quantile REAL NOT NULL,
    soak_run TEXT NOT NULL,
    step INTEGER NOT NULL,
    segment INTEGER NOT NULL,
    metric TEXT NOT NULL,
    base_runs TEXT NOT NULL,
    candidate_runs TEXT NOT NULL,
    base_nanos REAL,
    candidate_nanos REAL,
    ratio REAL,
    low REAL,
    high REAL,
    change REAL,
    change_low REAL,
    change_high REAL,
    margin REAL,
    p REAL,
    adjusted_p REAL,
    runs_needed INTEGER,
    changed_at_segment INTEGER,
    verdict TEXT NOT NULL,
    basis TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    PRIMARY KEY (team, experiment, workload_hash, base_phase, candidate_phase, load_kind, load, request_class, measure, quantile, soak_run, step, segment)
) STRICT;

INSERT INTO regressions_by_run (team, experiment, workload_hash, base_phase, candidate_phase, load_kind, load, request_class, measure, quantile,
    soak_run, step, segment, metric, base_runs, candidate_runs, base_nanos, candidate_nanos, ratio, low, high, verdict, basis, at_micros)
SELECT team, experiment, '', base_phase, candidate_phase, load_kind, COALESCE(load, 0), 'all', LOWER(metric), COALESCE(quantile, 0),
    '', -1, -1, metric, base_runs, candidate_runs, base_nanos, candidate_nanos, ratio, low, high, verdict, basis, at_micros
FROM regressions;

DROP TABLE regressions;
ALTER TABLE regressions_by_run RENAME TO regressions;

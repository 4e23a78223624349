-- One row per name that runs were chosen under, to compare others with them.
CREATE TABLE baselines (
    team TEXT NOT NULL,
    baseline TEXT NOT NULL,
    experiment TEXT NOT NULL,
    phase TEXT NOT NULL,
    set_micros INTEGER NOT NULL,
    set_by TEXT NOT NULL,
    why TEXT NOT NULL,
    PRIMARY KEY (team, baseline)
) STRICT;

-- One row per run of a baseline: it is kept as long as the baseline names it.
CREATE TABLE baseline_runs (
    team TEXT NOT NULL,
    baseline TEXT NOT NULL,
    position INTEGER NOT NULL,
    run TEXT NOT NULL,
    PRIMARY KEY (team, baseline, run)
) STRICT;
CREATE INDEX baseline_runs_of ON baseline_runs (team, run);

-- One row per name that runs were chosen under, to compare others with them.
CREATE TABLE baselines (
    team TEXT COLLATE "C" NOT NULL,
    baseline TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    phase TEXT COLLATE "C" NOT NULL,
    set_micros BIGINT NOT NULL,
    set_by TEXT COLLATE "C" NOT NULL,
    why TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, baseline)
);

-- One row per run of a baseline: it is kept as long as the baseline names it.
CREATE TABLE baseline_runs (
    team TEXT COLLATE "C" NOT NULL,
    baseline TEXT COLLATE "C" NOT NULL,
    position BIGINT NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, baseline, run)
);
CREATE INDEX baseline_runs_of ON baseline_runs (team, run);

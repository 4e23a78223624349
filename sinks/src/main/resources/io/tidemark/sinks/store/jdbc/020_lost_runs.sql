-- When the broker took the last record of a run, and that a run that says it is running is held for lost.
CREATE TABLE run_activity (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    last_micros INTEGER NOT NULL,
    lost_micros INTEGER,
    lost_reason TEXT,
    PRIMARY KEY (team, run)
) STRICT;
CREATE INDEX runs_running ON runs (team, run) WHERE status = 'RUNNING';

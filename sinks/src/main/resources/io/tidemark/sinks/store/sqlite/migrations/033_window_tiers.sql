-- Windows in three tiers: each second as it rolls, each full minute with its sketch, and each hour, which is merged from the sketches of its minutes.
-- A minute is the window of 60 s that ends on a full minute (UTC): these windows overlap nowhere and leave nothing out. Other windows have no sketch here.
ALTER TABLE window_stats ADD COLUMN sketch BLOB;

-- How long an experiment keeps its hours; as others where it says nothing.
ALTER TABLE retentions ADD COLUMN hours_seconds INTEGER;

-- One row per hour of a series: what its minutes held, and how many of them had values.
CREATE TABLE window_hours (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    metric TEXT NOT NULL,
    request_class TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    end_micros INTEGER NOT NULL,
    start_micros INTEGER NOT NULL,
    finality TEXT NOT NULL,
    minutes INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sum_nanos INTEGER NOT NULL,
    min_nanos INTEGER NOT NULL,
    max_nanos INTEGER NOT NULL,
    p50_nanos INTEGER NOT NULL,
    p90_nanos INTEGER NOT NULL,
    p95_nanos INTEGER NOT NULL,
    p99_nanos INTEGER NOT NULL,
    sketch BLOB NOT NULL,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, run, metric, request_class, step, target, end_micros)
) STRICT;
CREATE INDEX window_hours_team_appended ON window_hours (team, appended_micros);

-- One row per hour of a series that a minute came for, or came anew, since the hour was made last.
CREATE TABLE pending_hours (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    metric TEXT NOT NULL,
    request_class TEXT NOT NULL,
    step INTEGER NOT NULL,
    target TEXT NOT NULL,
    end_micros INTEGER NOT NULL,
    PRIMARY KEY (team, end_micros, run, metric, request_class, step, target)
) STRICT;

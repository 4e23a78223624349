-- Runs that another tool measured: from which files they come and what those lack; and what a model's answers were worth.
ALTER TABLE runs ADD COLUMN imported TEXT;

CREATE TABLE quality (
    team TEXT NOT NULL REFERENCES teams (team),
    run TEXT NOT NULL,
    task TEXT NOT NULL,
    metric TEXT NOT NULL,
    filter TEXT NOT NULL,
    value REAL NOT NULL,
    stderr REAL,
    n INTEGER,
    higher_is_better INTEGER,
    PRIMARY KEY (team, run, task, metric, filter)
) STRICT;

-- How long the request rows and windows of an experiment are kept, where that is not the sink's own retention.
CREATE TABLE retentions (
    team TEXT NOT NULL REFERENCES teams (team),
    experiment TEXT NOT NULL,
    requests_seconds INTEGER NOT NULL,
    windows_seconds INTEGER NOT NULL,
    PRIMARY KEY (team, experiment)
) STRICT;

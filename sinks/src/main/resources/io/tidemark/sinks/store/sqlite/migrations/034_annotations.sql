-- One row per mark that somebody set at a time of a team, to be seen on charts. What it is not about is empty.
CREATE TABLE annotations (
    team TEXT NOT NULL,
    annotation TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    words TEXT NOT NULL,
    target TEXT NOT NULL,
    experiment TEXT NOT NULL,
    run TEXT NOT NULL,
    set_by TEXT NOT NULL,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, annotation)
) STRICT;
CREATE INDEX annotations_by_time ON annotations (team, at_micros);
CREATE INDEX annotations_team_appended ON annotations (team, appended_micros);

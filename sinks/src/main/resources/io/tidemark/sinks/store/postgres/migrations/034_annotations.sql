-- One row per mark that somebody set at a time of a team, to be seen on charts. What it is not about is empty.
CREATE TABLE annotations (
    team TEXT COLLATE "C" NOT NULL,
    annotation TEXT COLLATE "C" NOT NULL,
    at_micros BIGINT NOT NULL,
    words TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    experiment TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    set_by TEXT COLLATE "C" NOT NULL,
    appended_micros BIGINT NOT NULL,
    PRIMARY KEY (team, annotation)
);
CREATE INDEX annotations_by_time ON annotations (team, at_micros);
CREATE INDEX annotations_team_appended ON annotations (team, appended_micros);

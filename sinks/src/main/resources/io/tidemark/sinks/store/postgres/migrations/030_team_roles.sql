-- One row per database role and team that the role may read; writes is 1 if it may write the team's rows too.
CREATE TABLE team_roles (
    role TEXT COLLATE "C" NOT NULL,
    team TEXT COLLATE "C" NOT NULL,
    writes BIGINT NOT NULL,
    PRIMARY KEY (role, team)
);

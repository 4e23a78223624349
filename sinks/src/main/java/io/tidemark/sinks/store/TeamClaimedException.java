package io.tidemark.sinks.store;

import io.tidemark.schemas.Team;

/** Another sink writes a team's rows; this one may wait for its end. */
public final class TeamClaimedException extends StoreException {
    private static final long serialVersionUID = 1L;

    public TeamClaimedException(Team team, String where) {
        super(where + ": another sink writes the rows of team " + team
                + "; this one waits until that one ends. Start one sink per team, or give them apart with --team");
    }
}

package io.tidemark.sinks.store;

import io.tidemark.schemas.Team;

/** Another process has a role for a team; this one may wait for its end. */
public final class TeamClaimedException extends StoreException {
    private static final long serialVersionUID = 1L;

    /** @param role what it does, as {@code sink that writes the rows} */
    public TeamClaimedException(Team team, String where, String role) {
        super(where + ": another process is the " + role + " of team " + team
                + "; this one waits until that one ends. Start one per team, or give each its teams with --team");
    }
}

package io.tidemark.streams.host;

import io.tidemark.schemas.Team;

/**
 * How a team's application is, and why.
 *
 * @param failures errors of its threads since the host began
 */
public record TeamStatus(Team team, TeamHealth health, String detail, long failures) {
    /** The same, but not well. */
    TeamStatus degraded(String why) {
        return new TeamStatus(team, TeamHealth.DEGRADED, why, failures);
    }
}

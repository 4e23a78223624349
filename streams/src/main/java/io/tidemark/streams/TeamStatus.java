package io.tidemark.streams;

import io.tidemark.schemas.Team;

/**
 * How a team's application is, and why.
 *
 * @param failures errors of its threads since the host began
 */
public record TeamStatus(Team team, TeamHealth health, String detail, long failures) {}

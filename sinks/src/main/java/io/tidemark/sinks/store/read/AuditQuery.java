package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;
import java.time.Instant;
import java.util.Optional;

/**
 * Which changes are asked for.
 *
 * @param team of which team; empty for all that the login may see
 * @param since made at this time or later
 * @param limit so many at most, the newest; at least 1
 */
public record AuditQuery(Optional<Team> team, Instant since, int limit) {
    public AuditQuery {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be >= 1 but was " + limit);
        }
    }
}

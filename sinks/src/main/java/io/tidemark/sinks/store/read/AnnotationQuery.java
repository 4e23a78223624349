package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;
import java.time.Instant;

/**
 * Which annotations are asked for.
 *
 * @param from earliest time that they are about, inclusive
 * @param until latest time that they are about, inclusive
 * @param limit so many at most, the newest; at least 1
 */
public record AnnotationQuery(Team team, Instant from, Instant until, int limit) {
    public AnnotationQuery {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be >= 1 but was " + limit);
        }
    }
}

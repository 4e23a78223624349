package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import java.time.Instant;

/** An event on its way into a table. */
public record EventRow<E>(Team team, Instant appended, E event) {
    public <F> EventRow<F> with(F other) {
        return new EventRow<>(team, appended, other);
    }
}

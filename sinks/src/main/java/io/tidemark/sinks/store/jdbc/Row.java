package io.tidemark.sinks.store.jdbc;

import io.tidemark.schemas.Team;
import java.time.Instant;

/** An event on its way into a table. */
public record Row<E>(Team team, Instant appended, E event) {
    <F> Row<F> with(F other) {
        return new Row<>(team, appended, other);
    }
}

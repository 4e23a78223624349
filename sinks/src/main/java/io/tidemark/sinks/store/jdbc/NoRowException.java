package io.tidemark.sinks.store.jdbc;

import java.sql.SQLException;

/** An event that contradicts itself, so that no row can be made of it, in this batch or another. */
final class NoRowException extends SQLException {
    private static final long serialVersionUID = 1L;

    NoRowException(RuntimeException why) {
        super("no row can be made of it: " + why, why);
    }
}

package io.tidemark.sinks.store.jdbc.session;

import java.sql.SQLException;

/** An event that contradicts itself, so that no row can be made of it, in this batch or another. */
final class UnmappableRecordException extends SQLException {
    private static final long serialVersionUID = 1L;

    UnmappableRecordException(RuntimeException why) {
        super("no row can be made of it: " + why, why);
    }
}

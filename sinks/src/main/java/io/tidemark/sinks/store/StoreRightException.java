package io.tidemark.sinks.store;

import java.sql.SQLException;

/** The login, or the process, has no right to make this change; nothing was changed. */
public final class StoreRightException extends StoreException {
    private static final long serialVersionUID = 1L;

    /** SQL's state of what a login may not do. */
    private static final String NO_RIGHT = "42501";

    /** SQLite's code of a file that may only be read; further bits say more. */
    private static final int READ_ONLY = 8;

    private static final int CODE_BITS = 0xff;

    private StoreRightException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The failure of a statement: this one if a right is missing. */
    public static StoreException of(String message, SQLException cause) {
        boolean missing = NO_RIGHT.equals(cause.getSQLState()) || (cause.getErrorCode() & CODE_BITS) == READ_ONLY;
        return missing ? new StoreRightException(message, cause) : new StoreException(message, cause);
    }
}

package io.tidemark.sinks.store;

/** The store could not be opened, read or written; the message names the file and the rule. */
public class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoreException(String message) {
        super(message);
    }

    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}

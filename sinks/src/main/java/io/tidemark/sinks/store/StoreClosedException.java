package io.tidemark.sinks.store;

/** What was asked of a store or reader that was closed: asking again does not help. */
public final class StoreClosedException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreClosedException(String message) {
        super(message);
    }
}

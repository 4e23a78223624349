package io.tidemark.sinks.store;

/** The store was deleted, or replaced by another, while it was written to. The next call makes it anew. */
public final class StoreGoneException extends StoreException {
    private static final long serialVersionUID = 1L;

    public StoreGoneException(String message) {
        super(message);
    }
}

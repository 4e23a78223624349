package io.tidemark.sinks.store;

/** The store's offset of a partition is not the one that the batch begins at; nothing of the batch was stored. */
public final class OffsetConflictException extends StoreException {
    private static final long serialVersionUID = 1L;

    public OffsetConflictException(OffsetMove move, String where) {
        super(where + ": " + move.partition() + " was expected at "
                + move.from().map(SourceOffset::toString).orElse("no offset")
                + " but the store holds another. Does a second sink write to this store?");
    }
}

package io.tidemark.sinks.store.read;

/** Is shown the stored requests of a run, one at a time. */
@FunctionalInterface
public interface RequestVisitor {
    /** The request is that of this call only: nothing of it may be asked for later. */
    void visit(StoredRequest request);
}

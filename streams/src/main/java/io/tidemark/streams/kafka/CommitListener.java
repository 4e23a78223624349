package io.tidemark.streams.kafka;

/** What a processor does when its task commits. Called on the stream thread only. */
public interface CommitListener {
    /** Before the offsets are committed, in the same transaction: forward and store what the heap holds. */
    void beforeCommit();

    /** The task's work since the last commit is thrown away and will be read again: forget it. */
    void discard();
}

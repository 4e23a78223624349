package io.tidemark.sinks.consume;

/** Where a partition is read from of which the store holds no offset. */
public enum Begin {
    /** From all that Kafka holds. */
    OLDEST,
    /** From what comes from now on. */
    NEWEST
}

package io.tidemark.streams.state;

/** Kinds of entries of the run store. Their names are part of the stored keys. */
public enum EntryKind {
    HEADS,
    SECOND,
    GONE,
    LANE,
    DEFINITION,
    SAMPLE,
    FLIGHT,
    BEAT,
    STEP,
    SEGMENT,
    ALARM,
    BUDGET,
    MOVED,
    WRITTEN,
    TARGET_STEP
}

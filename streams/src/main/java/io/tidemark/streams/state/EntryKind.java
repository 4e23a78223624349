package io.tidemark.streams.state;

import io.tidemark.streams.wire.WireFormatException;

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
    TARGET_STEP,
    LEFT_OUT;

    /**
     * The kind of a stored key.
     *
     * @throws WireFormatException if it is of a newer version
     */
    public static EntryKind of(String name) {
        for (EntryKind kind : values()) {
            if (kind.name().equals(name)) {
                return kind;
            }
        }
        throw WireFormatException.unknown("entry of the run store has kind " + name);
    }
}

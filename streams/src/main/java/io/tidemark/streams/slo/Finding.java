package io.tidemark.streams.slo;

/** What a window says. */
enum Finding {
    /** Nothing ended in it and nothing is in flight. */
    NO_DATA,
    /** Fewer values than the objective asks for, or so few that even if all were bad it could be chance. */
    INSUFFICIENT_DATA,
    /** Beyond the limit, but not so far that it could not be chance. */
    BROKEN,
    /** Beyond the limit, and not by chance. */
    PROVEN,
    /** Within the limit, but not by enough to close a breach. */
    KEPT,
    CLEAR;

    boolean isBroken() {
        return this == BROKEN || this == PROVEN;
    }
}

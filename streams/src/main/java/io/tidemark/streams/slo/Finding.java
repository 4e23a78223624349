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
    /** Within it by enough to close a breach, but too little is known to call it kept. */
    CLEAR_SO_FAR,
    CLEAR;

    /** Of a window in which nothing counts, by what is in flight at its end. */
    static Finding ofNothing(Ages inFlight) {
        return inFlight.isEmpty() ? NO_DATA : INSUFFICIENT_DATA;
    }

    boolean isBroken() {
        return this == BROKEN || this == PROVEN;
    }

    boolean isClear() {
        return this == CLEAR || this == CLEAR_SO_FAR;
    }
}

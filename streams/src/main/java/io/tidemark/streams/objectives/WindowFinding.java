package io.tidemark.streams.objectives;

import io.tidemark.streams.panes.InFlightAges;

/** What a window says. */
public enum WindowFinding {
    /** Nothing ended in it and nothing is in flight. */
    NO_DATA,
    /** Fewer values than the objective asks for, or so few that even all bad ones would be no significant excess. */
    INSUFFICIENT_DATA,
    /** More of its requests than are tolerated have figures that are unfit. */
    IN_DOUBT,
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
    static WindowFinding ofNothing(InFlightAges inFlight) {
        return inFlight.isEmpty() ? NO_DATA : INSUFFICIENT_DATA;
    }

    public boolean isBroken() {
        return this == BROKEN || this == PROVEN;
    }

    public boolean isClear() {
        return this == CLEAR || this == CLEAR_SO_FAR;
    }
}

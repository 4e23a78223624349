package io.tidemark.streams.slo;

import io.tidemark.events.BreachState;

/**
 * A breach that changed.
 *
 * @param sinceSecond since when the objective was broken
 * @param atSecond event time of the change, end of the window that decided
 * @param count values in that window
 */
public record Change(BreachState state, long sinceSecond, long atSecond, Values values, long count) {
    /** Nanoseconds or a share; infinite where requests that are not ok decide. */
    public record Values(double value, double worst) {}
}

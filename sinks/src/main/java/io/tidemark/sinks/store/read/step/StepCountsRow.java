package io.tidemark.sinks.store.read.step;

import io.tidemark.events.Outcome;
import java.util.Map;

/** Requests and tokens of the measured part of a step; tokens are of the ok requests. */
public record StepCountsRow(
        long due, long sent, long ok, Map<Outcome, Long> outcomes, long promptTokens, long outputTokens) {
    public StepCountsRow {
        outcomes = Map.copyOf(outcomes);
    }

    /** Requests that were due and are not ok. */
    public long failed() {
        return due - ok;
    }
}

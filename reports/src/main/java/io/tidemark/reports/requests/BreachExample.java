package io.tidemark.reports.requests;

import io.tidemark.events.Outcome;
import java.time.Instant;
import java.util.Comparator;
import java.util.OptionalLong;

/**
 * A request that shows a breach.
 *
 * @param nanos its value of the objective's metric; empty where it has none
 */
public record BreachExample(String request, Instant due, Outcome outcome, OptionalLong nanos) {
    /** Requests that are not ok come first, then the slowest; of equals the earliest. */
    static final Comparator<BreachExample> WORST_FIRST = Comparator.comparing(
                    (BreachExample culprit) -> culprit.outcome() == Outcome.OK)
            .thenComparing(Comparator.comparingLong(
                            (BreachExample culprit) -> culprit.nanos().orElse(Long.MAX_VALUE))
                    .reversed())
            .thenComparing(BreachExample::due)
            .thenComparing(BreachExample::request);
}

package io.tidemark.reports.requests;

import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/**
 * A request that shows a breach.
 *
 * @param value that of the objective's metrics which is furthest beyond its limit; empty where it has none
 */
public record BreachExample(String request, Instant due, Outcome outcome, Optional<Value> value) {
    /** A metric of it, nanoseconds, and how many times the limit that is. */
    public record Value(Metric metric, long nanos, double timesLimit) {}

    /** Requests that are not ok come first, then the slowest; of equals the earliest. */
    static final Comparator<BreachExample> WORST_FIRST = Comparator.comparing(
                    (BreachExample culprit) -> culprit.outcome() == Outcome.OK)
            .thenComparing(Comparator.comparingDouble((BreachExample culprit) ->
                            culprit.value().map(Value::timesLimit).orElse(Double.POSITIVE_INFINITY))
                    .reversed())
            .thenComparing(BreachExample::due)
            .thenComparing(BreachExample::request);
}

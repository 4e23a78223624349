package io.tidemark.sinks.store.read.step;

import io.tidemark.events.Verdict;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * An objective judged on one basis; an empty end of the interval is unbounded or not known.
 *
 * @param neededNanos so much longer would the step have to be to decide
 * @param reason why it is inconclusive, or by which rule it was decided; empty where the interval says it
 */
public record JudgementRow(
        Verdict verdict,
        OptionalDouble low,
        OptionalDouble high,
        Worth worth,
        OptionalLong neededRequests,
        OptionalLong neededNanos,
        String reason) {
    /** As how many independent requests they count, and from which blocks that is known; empty where it is not. */
    public record Worth(
            OptionalDouble effectiveCount, OptionalDouble designEffect, OptionalLong blocks, OptionalLong blockNanos) {
        public static final Worth UNKNOWN =
                new Worth(OptionalDouble.empty(), OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.empty());
    }
}

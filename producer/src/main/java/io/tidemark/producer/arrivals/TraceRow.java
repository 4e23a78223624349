package io.tidemark.producer.arrivals;

import java.util.List;
import java.util.Optional;

/**
 * One request of a recorded trace.
 *
 * @param offsetNanos since the first row
 * @param session which conversation it belongs to, if the trace says so
 * @param hashIds ids of the blocks of its prompt, equal where the prompts were equal up to there; empty if the trace has none
 */
public record TraceRow(
        long offsetNanos, int promptTokens, int outputTokens, Optional<String> session, List<Long> hashIds) {
    public TraceRow {
        hashIds = List.copyOf(hashIds);
    }

    /** A row of a trace that knows lengths only. */
    public TraceRow(long offsetNanos, int promptTokens, int outputTokens) {
        this(offsetNanos, promptTokens, outputTokens, Optional.empty(), List.of());
    }
}

package io.tidemark.simulator.client;

import java.util.OptionalDouble;

/** What became of one request, in nanoseconds from the run's start. */
public record RequestTimings(
        String id, long arrivalNanos, long firstTokenNanos, long lastTokenNanos, int outputTokens) {
    public long ttftNanos() {
        return firstTokenNanos - arrivalNanos;
    }

    public long e2eNanos() {
        return lastTokenNanos - arrivalNanos;
    }

    /** Time per output token after the first; empty for an answer of one token. */
    public OptionalDouble tpotNanos() {
        if (outputTokens < 2) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of((double) (lastTokenNanos - firstTokenNanos) / (outputTokens - 1));
    }
}

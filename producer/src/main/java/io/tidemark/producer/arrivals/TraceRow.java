package io.tidemark.producer.arrivals;

/**
 * One request of a recorded trace.
 *
 * @param offsetNanos since the first row
 */
public record TraceRow(long offsetNanos, int promptTokens, int outputTokens) {}

package io.tidemark.simulator.metrics;

/**
 * The marks of one finished request, on the server's monotonic clock.
 *
 * @param arrivedNanos when the API server had it
 * @param queuedNanos when the engine had it
 * @param scheduledNanos when it was last admitted
 * @param firstTokenNanos when its first token was out
 * @param lastTokenNanos when its last token was out
 */
public record RequestTimes(
        long arrivedNanos, long queuedNanos, long scheduledNanos, long firstTokenNanos, long lastTokenNanos) {}

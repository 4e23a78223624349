package io.tidemark.sinks.store.read.step;

import io.tidemark.events.TokenSource;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * How the load of a step came about, over the whole step unless stated otherwise.
 *
 * @param concurrencyCap requests in flight beyond which one that is due waits; empty without a cap
 * @param achievedRate requests sent per second of the measured part
 * @param conversations begun
 * @param conversationsBrokenOff of these, ended before their last turn
 * @param queuedRequests that waited for the cap
 * @param okRequests all parts
 * @param okOutputTokens theirs
 * @param peakTokensPerSecond most that came in one whole second
 * @param peakTokenSource the weakest way in which these were counted
 * @param steady the window without ramp and drain; empty when there is none
 */
public record LoadRow(
        OptionalInt concurrencyCap,
        OptionalDouble achievedRate,
        long conversations,
        long conversationsBrokenOff,
        long queuedRequests,
        long okRequests,
        long okOutputTokens,
        OptionalDouble peakTokensPerSecond,
        TokenSource peakTokenSource,
        Optional<Steady> steady) {
    /** Of a step that does not say. */
    public static final LoadRow NONE = new LoadRow(
            OptionalInt.empty(),
            OptionalDouble.empty(),
            0,
            0,
            0,
            0,
            0,
            OptionalDouble.empty(),
            TokenSource.UNKNOWN,
            Optional.empty());

    /** A window in which the load was full: requests that ended ok in it, and output tokens that came in it. */
    public record Steady(Instant from, Instant until, long requests, long outputTokens) {}
}

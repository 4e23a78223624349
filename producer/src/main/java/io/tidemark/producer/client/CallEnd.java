package io.tidemark.producer.client;

import io.tidemark.events.Outcome;
import java.util.Optional;

/**
 * What became of a request.
 *
 * @param endNanos when that was known, by the client's clock
 */
public record CallEnd(
        Outcome outcome, Failure failure, long endNanos, CallStamps stamps, AnswerFacts answer, WireFacts wire) {
    /** How it went over the wire. */
    public record WireFacts(int attempts, boolean reused, Optional<String> remoteAddress) {}
}

package io.tidemark.producer.client;

import io.tidemark.events.Outcome;
import io.tidemark.producer.openai.RequestFailure;
import io.tidemark.producer.openai.ResponseSummary;
import java.util.Optional;

/**
 * What became of a request.
 *
 * @param endNanos when that was known, by the client's clock
 */
public record CallResult(
        Outcome outcome,
        RequestFailure failure,
        long endNanos,
        CallStamps stamps,
        ResponseSummary response,
        ConnectionFacts connection) {
    /**
     * How it went over the wire.
     *
     * @param attempts times that it was sent, or that it was tried to reach the server
     * @param transparentRetries of these, how many followed a connection that was dead before the server saw the request: no retries
     * @param httpVersion empty where no connection carried it
     */
    public record ConnectionFacts(
            int attempts,
            int transparentRetries,
            boolean reused,
            Optional<String> httpVersion,
            Optional<String> remoteAddress) {}
}

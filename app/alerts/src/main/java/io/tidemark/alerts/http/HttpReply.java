package io.tidemark.alerts.http;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** What came of a request. */
public sealed interface HttpReply {
    /**
     * An answer.
     *
     * @param headers by lower-case name; the first value of each
     * @param retryAfter what {@code Retry-After} asks for
     * @param body its beginning, as text, without secrets
     */
    record Answered(int status, Map<String, String> headers, Optional<Duration> retryAfter, String body)
            implements HttpReply {
        public boolean isSuccess() {
            return status / 100 == 2;
        }
    }

    /**
     * No answer: no connection, a time-out, or a connection that was cut. The request may have been worked on.
     *
     * @param reason in words, without secrets
     */
    record Unreachable(String reason) implements HttpReply {}
}

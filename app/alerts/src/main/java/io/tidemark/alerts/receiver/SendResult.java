package io.tidemark.alerts.receiver;

import java.time.Duration;
import java.util.Optional;

/** What became of a send. */
public sealed interface SendResult {
    /** The receiver took it. */
    record Delivered() implements SendResult {}

    /**
     * It may work later: no connection, a time-out, HTTP 429 or 5xx.
     *
     * @param after how long the receiver asked to wait, as {@code Retry-After}; empty if it did not say
     * @param reason in words, without secrets
     */
    record Retry(Optional<Duration> after, String reason) implements SendResult {}

    /**
     * It will never work: HTTP 4xx other than 408, 425 and 429.
     *
     * @param reason in words, without secrets
     */
    record Rejected(String reason) implements SendResult {}
}

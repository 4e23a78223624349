package io.tidemark.streams;

import java.time.Duration;

/**
 * How long to wait for what.
 *
 * @param backoff before a thread is replaced and an application is started again
 * @param wellAfter without a failure for so long, an application counts as well
 * @param settledAfter an application that has run for so long is past what ended the one before
 * @param transaction that one may take on a machine that is not slow
 */
record Patience(Backoff backoff, Duration wellAfter, Duration settledAfter, Duration transaction) {
    static final Patience DEFAULT =
            new Patience(Backoff.DEFAULT, Duration.ofSeconds(15), Duration.ofMinutes(1), TransactionPace.USUAL);
}

package io.tidemark.streams.host;

import java.time.Duration;

/**
 * How long to wait for what.
 *
 * @param backoff before a thread is replaced and an application is started again
 * @param healthyAfter without a failure for so long, an application counts as well
 * @param stableAfter an application that has run for so long is past what ended the one before
 * @param transactionTimeout that one may take on a machine that is not slow
 */
record RestartPolicy(
        ExponentialBackoff backoff, Duration healthyAfter, Duration stableAfter, Duration transactionTimeout) {
    static final RestartPolicy DEFAULT = new RestartPolicy(
            ExponentialBackoff.DEFAULT, Duration.ofSeconds(15), Duration.ofMinutes(1), TransactionTimeout.DEFAULT);
}

package io.tidemark.producer.plan;

import io.tidemark.events.Outcome;
import java.time.Duration;
import java.util.Set;

/**
 * When a request that failed before any output is sent again. It stays one request: its stamps stay those of the first
 * attempt, so that what retries cost is inside TTFT.
 *
 * @param attempts most times that a request is sent
 * @param statuses HTTP statuses that are tried again
 * @param backoff wait before the second attempt, doubled before each further one; a longer Retry-After is kept to
 */
public record RetryPlan(int attempts, Set<Outcome> outcomes, Set<Integer> statuses, Duration backoff) {
    /** Every request is sent once. */
    public static final RetryPlan OFF = new RetryPlan(1, Set.of(), Set.of(), Duration.ofSeconds(1));

    public RetryPlan {
        outcomes = Set.copyOf(outcomes);
        statuses = Set.copyOf(statuses);
    }
}

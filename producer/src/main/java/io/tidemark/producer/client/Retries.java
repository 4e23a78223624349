package io.tidemark.producer.client;

import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.RetryPlan;
import java.time.Duration;
import java.util.Optional;

/** Decides whether a request that failed before any output is sent again, and when. */
final class Retries {
    private static final int MOST_DOUBLINGS = 16;
    private static final long MOST_RETRY_AFTER_SECONDS = 600;

    private final RetryPlan plan;

    Retries(RetryPlan plan) {
        this.plan = plan;
    }

    /** How long to wait before the next attempt; empty: there is none. */
    Optional<Duration> waitBefore(Call call, Ending ending) {
        if (call.retries() + 1 >= plan.attempts() || !isTriedAgain(call, ending)) {
            return Optional.empty();
        }
        Duration backoff = plan.backoff().multipliedBy(1L << Math.min(call.retries(), MOST_DOUBLINGS));
        return Optional.of(longer(backoff, call.answer().facts().headers().getOrDefault("retry-after", "")));
    }

    private boolean isTriedAgain(Call call, Ending ending) {
        if (ending.outcome() == Outcome.HTTP_ERROR) {
            return plan.statuses().contains(call.answer().facts().httpStatus().orElse(0));
        }
        return plan.outcomes().contains(ending.outcome());
    }

    /** Retry-After as a date is not looked at: it would need the server's clock. */
    private static Duration longer(Duration backoff, String retryAfter) {
        if (!retryAfter.matches("\\d{1,9}")) {
            return backoff;
        }
        Duration asked = Duration.ofSeconds(Math.min(Long.parseLong(retryAfter), MOST_RETRY_AFTER_SECONDS));
        return asked.compareTo(backoff) > 0 ? asked : backoff;
    }
}

package io.tidemark.producer.client;

import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.RetryPlan;
import java.time.Duration;
import java.util.Optional;

/** Decides whether a request that failed before any output is sent again, and when. */
final class Retries {
    private static final int MOST_DOUBLINGS = 16;

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
        Optional<Duration> asked = RetryAfter.of(call.answer().facts().headers());
        return Optional.of(asked.filter(wait -> wait.compareTo(backoff) > 0).orElse(backoff));
    }

    private boolean isTriedAgain(Call call, Ending ending) {
        if (ending.outcome() == Outcome.HTTP_ERROR) {
            return plan.statuses().contains(call.answer().facts().httpStatus().orElse(0));
        }
        return plan.outcomes().contains(ending.outcome());
    }
}

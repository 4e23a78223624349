package io.tidemark.producer.client;

import io.tidemark.events.Outcome;
import io.tidemark.producer.openai.RequestOutcome;
import io.tidemark.producer.openai.RetryAfter;
import io.tidemark.producer.plan.RetryPlan;
import java.time.Duration;
import java.util.Optional;

/** Decides whether a request that failed before any output is sent again, and when. */
final class RetryPolicy {
    private static final int MAX_DOUBLINGS = 16;

    private final RetryPlan plan;

    RetryPolicy(RetryPlan plan) {
        this.plan = plan;
    }

    /** How long to wait before the next attempt; empty: there is none. */
    Optional<Duration> delayBefore(Call call, RequestOutcome ending) {
        if (call.retries() + 1 >= plan.attempts() || !isRetryable(call, ending)) {
            return Optional.empty();
        }
        Duration backoff = plan.backoff().multipliedBy(1L << Math.min(call.retries(), MAX_DOUBLINGS));
        Optional<Duration> asked = RetryAfter.of(call.response().facts().headers());
        return Optional.of(asked.filter(wait -> wait.compareTo(backoff) > 0).orElse(backoff));
    }

    private boolean isRetryable(Call call, RequestOutcome ending) {
        if (ending.outcome() == Outcome.HTTP_ERROR) {
            return plan.statuses().contains(call.response().facts().httpStatus().orElse(0));
        }
        return plan.outcomes().contains(ending.outcome());
    }
}

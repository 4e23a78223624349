package io.tidemark.producer.schedule;

import io.tidemark.events.Outcome;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.openai.RetryAfter;
import io.tidemark.schemas.net.PassingStatuses;
import java.time.Duration;

/**
 * How long a place of a closed loop waits before its next conversation is due. None as long as the server answers; one that
 * refuses would else be asked as often as the client can. A refusal is no answer at all, or {@link PassingStatuses#OVERLOAD}.
 */
public record VirtualUserBackoff(long nanos) {
    public static final VirtualUserBackoff NONE = new VirtualUserBackoff(0);

    private static final long FIRST_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();

    /** No longer, whatever {@code Retry-After} asks for. */
    private static final long LONGEST_ASKED_NANOS = Duration.ofMinutes(1).toNanos();

    /** After a request of a conversation whose place had waited so long before it. */
    public VirtualUserBackoff after(CallResult end) {
        if (end.outcome() == Outcome.HTTP_ERROR
                && PassingStatuses.OVERLOAD.contains(end.response().httpStatus().orElse(0))) {
            long askedNanos = RetryAfter.of(end.response().headers())
                    .orElse(Duration.ZERO)
                    .toNanos();
            return new VirtualUserBackoff(Math.max(increased().nanos(), Math.min(askedNanos, LONGEST_ASKED_NANOS)));
        }
        boolean unanswered =
                end.outcome() != Outcome.OK && end.stamps().firstByteNanos().isEmpty();
        return unanswered ? increased() : NONE;
    }

    /** After a request that was refused: 100 ms, then twice the one before, at most 1 s. */
    public VirtualUserBackoff increased() {
        return new VirtualUserBackoff(nanos == 0 ? FIRST_NANOS : Math.min(2 * nanos, LONGEST_NANOS));
    }

    public boolean isNone() {
        return nanos == 0;
    }
}

package io.tidemark.producer.run;

import io.tidemark.events.Outcome;
import io.tidemark.producer.client.CallEnd;
import io.tidemark.producer.client.RetryAfter;
import java.time.Duration;

/**
 * How long a place of a closed loop waits before its next conversation is due. None as long as the server answers; one that
 * refuses would else be asked as often as the client can. A refusal is no answer at all, or 429 or 503.
 */
record PlacePause(long nanos) {
    static final PlacePause NONE = new PlacePause(0);

    private static final long FIRST_NANOS = Duration.ofMillis(100).toNanos();
    private static final long LONGEST_NANOS = Duration.ofSeconds(1).toNanos();

    /** No longer, whatever {@code Retry-After} asks for. */
    private static final long LONGEST_ASKED_NANOS = Duration.ofMinutes(1).toNanos();

    /** After a request of a conversation whose place had waited so long before it. */
    PlacePause after(CallEnd end) {
        if (end.outcome() == Outcome.HTTP_ERROR && end.answer().isRefusal()) {
            long askedNanos =
                    RetryAfter.of(end.answer().headers()).orElse(Duration.ZERO).toNanos();
            return new PlacePause(Math.max(longer().nanos(), Math.min(askedNanos, LONGEST_ASKED_NANOS)));
        }
        boolean unanswered =
                end.outcome() != Outcome.OK && end.stamps().firstByteNanos().isEmpty();
        return unanswered ? longer() : NONE;
    }

    /** After a request that was refused: 100 ms, then twice the one before, at most 1 s. */
    PlacePause longer() {
        return new PlacePause(nanos == 0 ? FIRST_NANOS : Math.min(2 * nanos, LONGEST_NANOS));
    }

    boolean isNone() {
        return nanos == 0;
    }
}

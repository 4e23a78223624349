package io.tidemark.app.search;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Whether a target answers at all while a step runs. An output, or an answer that is ok, is a sign of life. What comes without one says
 * nothing of a load: the target is away, or does not take such requests. Not thread-safe.
 */
final class TargetLiveness {
    /** Without a sign of life before them, fewer say nothing. */
    private static final int FEWEST = 10;

    /** Of failures at once, as of a server that is not there. */
    private static final Duration REFUSED = Duration.ofSeconds(30);

    /** Of requests that wait and time out: longer than an overloaded server keeps all of them waiting. */
    private static final Duration SILENT = Duration.ofMinutes(10);

    /** What a server gives that is there but slow, and what is our own doing. */
    private static final Set<Outcome> SLOW_OR_OURS = EnumSet.of(
            Outcome.FIRST_TOKEN_TIMEOUT,
            Outcome.TOKEN_GAP_TIMEOUT,
            Outcome.TOTAL_TIMEOUT,
            Outcome.CANCELLED,
            Outcome.DROPPED,
            Outcome.CLIENT_ERROR);

    private Duration now = Duration.ZERO;
    private Duration lastSign = Duration.ZERO;
    private boolean everAnswered;
    private long addSent;
    private long failures;
    private String lastFailure = "";

    void addSent() {
        addSent++;
    }

    void addAnswered() {
        everAnswered = true;
        lastSign = now;
        addSent = 0;
        failures = 0;
    }

    void addFailed(RequestEvent event) {
        if (!SLOW_OR_OURS.contains(event.getOutcome())) {
            failures++;
        }
        lastFailure = ", the last with " + event.getOutcome()
                + (event.getErrorText() == null ? "" : " (" + event.getErrorText() + ")");
    }

    /** So long after the step began. */
    void advanceTo(Duration elapsed) {
        now = elapsed;
    }

    /** Why nothing more is to be expected of it, in words; empty as long as it answers. */
    Optional<String> failure() {
        Duration without = now.minus(lastSign);
        if (failures >= FEWEST && without.compareTo(REFUSED) >= 0) {
            return Optional.of("for %d s no request was answered and %,d failed%s"
                    .formatted(without.toSeconds(), failures, lastFailure));
        }
        return addSent >= FEWEST && without.compareTo(SILENT) >= 0
                ? Optional.of("for %d s none of %,d requests was answered%s"
                        .formatted(without.toSeconds(), addSent, lastFailure))
                : Optional.empty();
    }

    /** The same of a step that is over: that it was not answered once is enough. */
    Optional<String> failureAtEnd() {
        return addSent > 0 && !everAnswered
                ? Optional.of(
                        "none of %,d requests was answered in %d s%s".formatted(addSent, now.toSeconds(), lastFailure))
                : failure();
    }
}

package io.tidemark.producer.tally;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.net.PassingStatuses;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run's target answers at all, over all steps: requests of which none succeeded, refusals that no repetition changes,
 * and stretches without an answer. Keeps a few numbers. Confined to the lane's loop, but for {@link #refuses}.
 */
public final class TargetHealth {
    /** So many refusals in a row end a run: a key, a path or a body that is wrong stays wrong. */
    static final int REFUSALS_TO_STOP = 20;

    /** Fewer in a row may be a restart of one of several servers. */
    static final int FAILURES_OF_SILENCE = 10;

    private final boolean stopsAtRefusals;
    private long ended;
    private long ok;
    private long refusedInARow;
    private long silentInARow;
    private boolean outageReported;
    private Optional<FailureCause> first = Optional.empty();
    private @Nullable FailureCause lastRefusal;
    private @Nullable FailureCause lastSilent;
    private Instant silentSince = Instant.EPOCH;
    private Optional<TargetOutage> outageChange = Optional.empty();
    private volatile boolean refuses;

    /** @param stopsAtRefusals false where the plan keeps going whatever the target says */
    public TargetHealth(boolean stopsAtRefusals) {
        this.stopsAtRefusals = stopsAtRefusals;
    }

    public void ended(RequestEvent event) {
        if (event.getOutcome() == Outcome.OK) {
            ended++;
            ok++;
            refusedInARow = 0;
            answeredAt(at(event));
            return;
        }
        FailureCause.of(event).ifPresent(cause -> failed(event, cause));
    }

    private void failed(RequestEvent event, FailureCause cause) {
        ended++;
        first = first.or(() -> Optional.of(cause));
        refused(cause);
        boolean answered = event.getFirstByteNanos() != null;
        if (answered) {
            answeredAt(at(event));
            return;
        }
        silentSince = silentInARow == 0 ? at(event) : silentSince;
        silentInARow++;
        lastSilent = cause;
        if (silentInARow == FAILURES_OF_SILENCE) {
            outageReported = true;
            outageChange = outage();
        }
    }

    private void refused(FailureCause cause) {
        if (cause.outcome() != Outcome.HTTP_ERROR
                || !isPermanent(cause.httpStatus().orElse(0))) {
            refusedInARow = 0;
            return;
        }
        refusedInARow++;
        lastRefusal = cause;
        refuses |= stopsAtRefusals && refusedInARow >= REFUSALS_TO_STOP;
    }

    /** Redirections are not followed. */
    private static boolean isPermanent(int status) {
        return status >= 300 && !PassingStatuses.LOAD.contains(status);
    }

    private void answeredAt(Instant moment) {
        if (outageReported) {
            outageChange = outage().map(
                            over -> new TargetOutage(over.since(), over.requests(), over.cause(), Optional.of(moment)));
        }
        outageReported = false;
        silentInARow = 0;
    }

    private Optional<TargetOutage> outage() {
        return lastSilent == null || silentInARow < FAILURES_OF_SILENCE
                ? Optional.empty()
                : Optional.of(new TargetOutage(silentSince, silentInARow, lastSilent, Optional.empty()));
    }

    private static Instant at(RequestEvent event) {
        return event.getDue().plusNanos(event.getEndNanos()).truncatedTo(ChronoUnit.SECONDS);
    }

    /** That it stopped answering, or answers again; once each. */
    public Optional<TargetOutage> takeOutageChange() {
        Optional<TargetOutage> taken = outageChange;
        outageChange = Optional.empty();
        return taken;
    }

    /** Whether the run is to stop because its requests are refused for good. May be asked by any thread. */
    public boolean refuses() {
        return refuses;
    }

    /** What the run's end says of it; empty for a target that answers. */
    public Optional<TargetFailure> failure() {
        return description().map(description -> new TargetFailure(description, refuses));
    }

    private Optional<String> description() {
        if (ok == 0 && first.isPresent()) {
            return Optional.of(count(ended) + " of " + count(ended) + " requests failed: "
                    + first.get().description() + stopped());
        }
        if (refuses && lastRefusal != null) {
            return Optional.of(
                    "the last " + count(refusedInARow) + " requests failed: " + lastRefusal.description() + stopped());
        }
        return outage().map(TargetOutage::description);
    }

    private String stopped() {
        return refuses
                ? "; the run was stopped after " + REFUSALS_TO_STOP + " in a row (keep_going: true continues)"
                : "";
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}

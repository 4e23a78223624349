package io.tidemark.producer.run;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.scrape.TargetControl.TargetCounters;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Detects by a server's own count of finished requests whether it answered others while a step lasted. All lanes of the run are one
 * client. Not thread-safe; for the steps of one run in their order.
 */
final class OtherClientsDetector {
    /** Of what the run sent: less is no load that a figure shows. */
    private static final double MIN_SHARE = 0.02;

    /** Fewer requests, such as one that a user tries by hand, are not reported. */
    private static final long MIN_REQUESTS = 5;

    /** Where a request passes several servers that are scraped (prefill and decode), each counts it, but not each to its end. */
    private static final double PASSED_ON_SHARE = 0.1;

    /** Of what was answered: the server may count the last ones a moment later. */
    private static final double MAX_UNCOUNTED_SHARE = 0.1;

    private final int countsPerRequest;
    private final int pages;
    private long unfinished;

    /** @param pages that are scraped, each of which may count every request */
    OtherClientsDetector(Plan plan, int pages) {
        // Servers count each answer of a request, and each try.
        this.countsPerRequest = plan.request().choices() * plan.retries().attempts();
        this.pages = pages;
    }

    /**
     * What a reader of a step's figures must know; empty where the server does not say, began to count anew, or served no other client.
     *
     * @param sent requests of the step, of all lanes
     */
    Optional<String> detect(Optional<TargetCounters> before, Optional<TargetCounters> after, long sent) {
        OptionalLong finished = finished(before, after);
        if (finished.isEmpty()) {
            return Optional.empty();
        }
        long ours = sent * countsPerRequest;
        long ofStepBefore = unfinished;
        unfinished = Math.max(0, ours - finished.getAsLong());
        return isShared(finished.getAsLong(), ours + ofStepBefore)
                ? Optional.of(String.format(
                        Locale.ROOT,
                        "other clients used the server: it finished %,d requests during the step and this run sent %,d, so"
                                + " the figures describe a shared server",
                        finished.getAsLong(),
                        sent))
                : Optional.empty();
    }

    /**
     * Whether the server counts only a part of what it answered, as the page of one replica of several does.
     *
     * @param answered requests of the step that were ok, of all lanes
     */
    static Optional<String> detectPart(Optional<TargetCounters> before, Optional<TargetCounters> after, long answered) {
        OptionalLong finished = finished(before, after);
        if (finished.isEmpty()
                || answered - finished.getAsLong() <= Math.max(MIN_REQUESTS, answered * MAX_UNCOUNTED_SHARE)) {
            return Optional.empty();
        }
        return Optional.of(String.format(
                Locale.ROOT,
                "the metrics pages counted %,d of the %,d requests that were answered in this step, so the server's signals are those of a"
                        + " part of it, such as one replica of several behind one address; list the pages of all in targets[].scrape",
                finished.getAsLong(),
                answered));
    }

    private static OptionalLong finished(Optional<TargetCounters> before, Optional<TargetCounters> after) {
        OptionalLong first = before.map(TargetCounters::finished).orElse(OptionalLong.empty());
        OptionalLong last = after.map(TargetCounters::finished).orElse(OptionalLong.empty());
        return first.isPresent() && last.isPresent() && last.getAsLong() >= first.getAsLong()
                ? OptionalLong.of(last.getAsLong() - first.getAsLong())
                : OptionalLong.empty();
    }

    private boolean isShared(long finished, long ours) {
        if (finished - ours <= Math.max(MIN_REQUESTS, ours * MIN_SHARE)) {
            return false;
        }
        long passes = ours == 0 ? 0 : Math.round((double) finished / ours);
        return passes < 2 || passes > pages || Math.abs(finished - passes * ours) > finished * PASSED_ON_SHARE;
    }
}

package io.tidemark.producer.tally;

import io.tidemark.events.Outcome;
import java.util.Map;

/**
 * Requests of a step, in all of its parts unless stated otherwise.
 *
 * @param sentInSchedule measured ones that this client was ready to send by the end of the measured part, give or take the
 *     limit of schedule lag
 * @param now those that are not over
 * @param outcomes of those that ended; adds up to {@code ended}
 */
public record StepCounts(
        long due,
        long sent,
        long ended,
        long dropped,
        long measuredDue,
        long sentInSchedule,
        Now now,
        int inFlightPeak,
        Map<Outcome, Long> outcomes) {
    public StepCounts {
        outcomes = Map.copyOf(outcomes);
    }

    /**
     * Requests that are not over.
     *
     * @param inFlight sent
     * @param waiting due, and held back by the concurrency cap
     */
    public record Now(int inFlight, int waiting) {
        public static final Now NONE = new Now(0, 0);
    }

    public int inFlight() {
        return now.inFlight();
    }

    public long ok() {
        return outcomes.getOrDefault(Outcome.OK, 0L);
    }
}

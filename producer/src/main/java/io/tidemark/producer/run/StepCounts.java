package io.tidemark.producer.run;

import io.tidemark.events.Outcome;
import java.util.Map;

/**
 * Requests of a step, all parts unless said otherwise.
 *
 * @param sentInSchedule measured ones that were sent by the end of the measured part, give or take the limit of schedule lag
 * @param outcomes of those that ended; adds up to {@code ended}
 */
public record StepCounts(
        long due,
        long sent,
        long ended,
        long dropped,
        long measuredDue,
        long sentInSchedule,
        int inFlight,
        int inFlightPeak,
        Map<Outcome, Long> outcomes) {
    public StepCounts {
        outcomes = Map.copyOf(outcomes);
    }

    public long ok() {
        return outcomes.getOrDefault(Outcome.OK, 0L);
    }
}

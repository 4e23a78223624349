package io.tidemark.streams.objectives;

/**
 * What a finding rests on.
 *
 * @param count values in the window, those that wait and are bad already among them
 * @param bad worse than the limit, failed, or waiting for longer than the limit
 * @param failed requests that were not ok
 * @param waiting requests in flight that are bad already
 * @param oldestNanos age of the oldest request in flight that could break the objective, 0 if there is none
 */
public record EvidenceCounts(long count, long bad, long failed, long waiting, long oldestNanos) {
    public static final EvidenceCounts NOTHING = new EvidenceCounts(0, 0, 0, 0, 0);

    /** @param tally of a window, with what waits and is bad already */
    static EvidenceCounts of(ObjectiveTally tally, InFlightViolations inFlight) {
        return new EvidenceCounts(tally.total(), tally.bad(), tally.failed(), inFlight.bad(), inFlight.oldestNanos());
    }
}

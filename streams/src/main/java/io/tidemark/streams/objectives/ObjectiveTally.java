package io.tidemark.streams.objectives;

/**
 * Values counted for an objective, exactly.
 *
 * @param bad worse than the limit, or not ok
 * @param notClear worse than the limit times the objective's clear ratio, or not ok
 * @param failed not ok, whatever they took
 */
public record ObjectiveTally(long total, long bad, long notClear, long failed) {
    static final ObjectiveTally NONE = new ObjectiveTally(0, 0, 0, 0);

    ObjectiveTally plus(ObjectiveTally other) {
        return new ObjectiveTally(
                total + other.total, bad + other.bad, notClear + other.notClear, failed + other.failed);
    }

    ObjectiveTally minus(ObjectiveTally other) {
        return new ObjectiveTally(
                total - other.total, bad - other.bad, notClear - other.notClear, failed - other.failed);
    }

    /** Where a first token was taken back with another time than it was counted with, a part can be more than all: then it is all. */
    ObjectiveTally bounded() {
        long boundedBad = Math.min(bad, total);
        return new ObjectiveTally(total, boundedBad, Math.max(boundedBad, Math.min(notClear, total)), failed);
    }

    /** With requests in flight that are bad whatever becomes of them. */
    ObjectiveTally plusBad(long more) {
        return new ObjectiveTally(total + more, bad + more, notClear + more, failed);
    }
}

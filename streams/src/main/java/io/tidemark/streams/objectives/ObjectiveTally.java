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

    /**
     * With parts between the failed ones and the total: a first token may be taken back with another time than it was counted with, or be none that
     * was counted.
     */
    ObjectiveTally bounded() {
        long all = Math.max(total, failed);
        long boundedBad = Math.max(failed, Math.min(bad, all));
        return new ObjectiveTally(all, boundedBad, Math.max(boundedBad, Math.min(notClear, all)), failed);
    }

    /** With requests in flight that are bad whatever becomes of them. */
    ObjectiveTally plusBad(long more) {
        return new ObjectiveTally(total + more, bad + more, notClear + more, failed);
    }
}

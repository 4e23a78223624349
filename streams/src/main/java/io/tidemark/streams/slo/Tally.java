package io.tidemark.streams.slo;

/**
 * Values counted for an objective, exactly.
 *
 * @param bad worse than the limit, or not ok
 * @param notClear worse than the limit times the objective's clear ratio, or not ok
 * @param notOk not ok, whatever they took
 */
record Tally(long total, long bad, long notClear, long notOk) {
    static final Tally NONE = new Tally(0, 0, 0, 0);

    Tally plus(Tally other) {
        return new Tally(total + other.total, bad + other.bad, notClear + other.notClear, notOk + other.notOk);
    }

    Tally minus(Tally other) {
        return new Tally(total - other.total, bad - other.bad, notClear - other.notClear, notOk - other.notOk);
    }

    /** With requests in flight that are bad whatever becomes of them. */
    Tally plusBad(long more) {
        return new Tally(total + more, bad + more, notClear + more, notOk);
    }
}

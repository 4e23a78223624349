package io.tidemark.simulator.http.faultinjection;

import io.tidemark.simulator.faults.FaultKind;

/** What faults do to {@code /metrics}. */
public record MetricsFaults(FaultSchedule faults) {
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final int OK = 200;
    private static final int FIRST_BAD = 300;

    /** How late it answers; 0 for at once. */
    public long delayMillis() {
        return faults.active(FaultKind.METRICS_SLOW)
                .map(it -> Math.round(it.fault().number() * MILLIS_PER_SECOND))
                .orElse(0L);
    }

    /** 200 unless it is broken otherwise. */
    public int status() {
        return broken() >= FIRST_BAD ? broken() : OK;
    }

    /** The page, or what is left of it: cut in the middle of a line. */
    public String page(String whole) {
        return broken() > 0 ? whole.substring(0, whole.lastIndexOf('{') + 5) : whole;
    }

    private int broken() {
        return faults.active(FaultKind.METRICS_BROKEN)
                .map(it -> (int) it.fault().number())
                .orElse(0);
    }
}

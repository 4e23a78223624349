package io.tidemark.simulator.http;

import io.tidemark.simulator.config.FaultKind;

/** What faults do to {@code /metrics}. */
record MetricsFaults(FaultBoard faults) {
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final int OK = 200;
    private static final int FIRST_BAD = 300;

    /** How late it answers; 0 for at once. */
    long delayMillis() {
        return faults.on(FaultKind.METRICS_SLOW)
                .map(it -> Math.round(it.fault().number() * MILLIS_PER_SECOND))
                .orElse(0L);
    }

    /** 200 unless it is broken otherwise. */
    int status() {
        return broken() >= FIRST_BAD ? broken() : OK;
    }

    /** The page, or what is left of it: cut in the middle of a line. */
    String page(String whole) {
        return broken() > 0 ? whole.substring(0, whole.lastIndexOf('{') + 5) : whole;
    }

    private int broken() {
        return faults.on(FaultKind.METRICS_BROKEN)
                .map(it -> (int) it.fault().number())
                .orElse(0);
    }
}

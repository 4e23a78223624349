package io.tidemark.bench.report;

/**
 * How much is in the store: a run for each phase.
 *
 * @param requests of one step, due at 50 a second
 */
public record ReportSize(int phases, int steps, int requests) {
    /** 4 phases of 5 steps of 50,000: a million requests over 5,000 s of windows a run. */
    public static final ReportSize STANDARD = new ReportSize(4, 5, 50_000);

    static final int PER_SECOND = 50;

    int all() {
        return phases * steps * requests;
    }

    int stepSeconds() {
        return Math.max(1, requests / PER_SECOND);
    }
}

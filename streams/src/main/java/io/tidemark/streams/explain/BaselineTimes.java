package io.tidemark.streams.explain;

import io.tidemark.streams.signals.SecondRange;

/**
 * The times to compare, epoch seconds: a baseline, and after it what is looked at.
 *
 * @param baseFrom where the baseline begins
 * @param baseUntil where it ends, and what is looked at begins
 * @param until where that ends
 */
public record BaselineTimes(long baseFrom, long baseUntil, long until) {
    private static final int MAX_BASELINE_SECONDS = 120;
    private static final int MIN_BASELINE_SECONDS = 30;
    private static final double LONG_BASELINE_SECONDS = 60;
    /** A step begins with empty queues and grows into its load. */
    private static final int BEGINNING_SECONDS = 10;

    /** Requests take their time until they show. */
    private static final int LATENCY_SECONDS = 8;

    private static final int AFTER_OPENING_SECONDS = 60;

    public BaselineTimes {
        if (baseUntil < baseFrom || until < baseUntil) {
            throw new IllegalArgumentException(
                    "times must follow each other but were " + baseFrom + ", " + baseUntil + ", " + until);
        }
    }

    /** Where a run began, and the step in it, and until when the step had load. */
    public record Steps(long runSecond, long stepSecond, long loadUntilSecond) {}

    /**
     * When a breach was, by the ends of its windows.
     *
     * @param sinceSecond since when it was broken
     * @param leadSeconds how long before that something may have begun that breaks so much of a window
     */
    public record BreachTimes(long sinceSecond, long openedSecond, long latestSecond, long leadSeconds) {}

    /**
     * From before the first window that was broken until a minute after the opening, while there is load. The baseline is the time before
     * that, in the same step; where the step broke at once, it is the end of the step before.
     */
    public static BaselineTimes around(Steps steps, BreachTimes broken) {
        long wanted = broken.sinceSecond - broken.leadSeconds - LATENCY_SECONDS;
        boolean inStep = wanted - steps.stepSecond >= MIN_BASELINE_SECONDS + BEGINNING_SECONDS;
        boolean first = steps.stepSecond - steps.runSecond < MIN_BASELINE_SECONDS;
        long earliest = inStep || first ? steps.stepSecond + BEGINNING_SECONDS : steps.runSecond;
        long least = Math.min(broken.sinceSecond - 1, earliest + MIN_BASELINE_SECONDS);
        long baseUntil = inStep ? wanted : first ? Math.max(wanted, least) : Math.min(wanted, steps.stepSecond);
        long baseFrom = Math.min(baseUntil, Math.max(earliest, baseUntil - MAX_BASELINE_SECONDS));
        long until = Math.min(
                Math.min(broken.latestSecond, steps.loadUntilSecond), broken.openedSecond + AFTER_OPENING_SECONDS);
        return new BaselineTimes(baseFrom, baseUntil, Math.max(until, baseUntil));
    }

    /** Whether there was enough time before to determine what is usual. */
    boolean hasBaseline() {
        return baseSeconds() >= MIN_BASELINE_SECONDS / 2;
    }

    /** A factor on what counts as a move: a short baseline has not seen much. */
    double caution() {
        return Math.sqrt(Math.max(1, LONG_BASELINE_SECONDS / baseSeconds()));
    }

    SecondRange span() {
        return new SecondRange(baseFrom, until);
    }

    int baseSeconds() {
        return Math.toIntExact(baseUntil - baseFrom);
    }
}

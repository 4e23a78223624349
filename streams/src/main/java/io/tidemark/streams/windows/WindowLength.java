package io.tidemark.streams.windows;

import com.google.common.collect.ImmutableSet;

/** The windows that every series has. */
public enum WindowLength {
    TEN_SECONDS(10),
    ONE_MINUTE(60),
    FIVE_MINUTES(300),
    /** The whole step so far. */
    STEP(0);

    /** Every length. */
    public static final ImmutableSet<WindowLength> ALL = ImmutableSet.copyOf(values());

    /** Seconds of the longest window that slides. */
    public static final int MAX_SECONDS = 300;

    private static final int MINUTE_SECONDS = 60;

    private final int seconds;

    WindowLength(int seconds) {
        this.seconds = seconds;
    }

    /** Length in seconds; 0 for the whole step, as in {@code WindowStats}. */
    public int seconds() {
        return seconds;
    }

    public boolean slides() {
        return seconds > 0;
    }

    /** The end of the full minute (UTC) that holds the second before {@code end}: {@code end} itself where it is one. */
    static long minuteEnd(long end) {
        return -Math.floorDiv(-end, MINUTE_SECONDS) * MINUTE_SECONDS;
    }

    /** First second of the window that ends at {@code end}. */
    public long firstSecond(long end) {
        return slides() ? end - seconds : Long.MIN_VALUE;
    }

    /** Whether a second is inside the window that ends at {@code end}. */
    boolean contains(long second, long end) {
        return second < end && second >= firstSecond(end);
    }
}

package io.tidemark.importers.file;

/** Milliseconds and seconds of files as nanoseconds. */
public final class NanosConversion {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MAX_NANOS = Long.MAX_VALUE / 4.0;

    private NanosConversion() {}

    public static long nanos(double millis) {
        return bounded(millis * NANOS_PER_MILLI);
    }

    public static long nanosOfSeconds(double seconds) {
        return bounded(seconds * NANOS_PER_SECOND);
    }

    private static long bounded(double nanos) {
        return Math.round(Math.min(nanos, MAX_NANOS));
    }
}

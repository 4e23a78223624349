package io.tidemark.streams.breaches;

/** Where an objective is in a series; seconds are ends of windows, in epoch seconds. */
sealed interface AlertState {
    /** Kept, or nothing known. */
    record Inactive() implements AlertState {}

    /** Broken, but not yet for long enough, or not yet beyond chance. */
    record Pending(long sinceSecond) implements AlertState {}

    /**
     * Broken for long enough.
     *
     * @param clearingSecond since when it has been clear again; -1 while it is not
     * @param held whether it would be closed, were it not flapping
     */
    record Open(Breach breach, long clearingSecond, boolean held) implements AlertState {
        static final long NOT_CLEARING = -1;
    }
}

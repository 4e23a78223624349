package io.tidemark.streams.slo;

/** Measures what an objective limits, over a window that moves a second at a time. Not thread-safe. */
interface Meter {
    /** Measures afresh what ends at {@code end}. */
    void startAt(long end);

    /** Moves the end on by a second. */
    void advance();

    /** Moves the end on over seconds without any data; only while nothing is in the window. */
    void jumpTo(long end);

    /** The next end after which anything can be different while there is no data. */
    long nextBusy();

    /** {@code wantsValue} tells whether a value is shown even if nothing is broken. */
    Reading read(boolean wantsValue);

    /** A meter at the same end that moves by itself. */
    Meter copy();
}

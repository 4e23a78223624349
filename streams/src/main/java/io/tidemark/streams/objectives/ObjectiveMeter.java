package io.tidemark.streams.objectives;

/** Measures what an objective limits, over a window that moves a second at a time. Not thread-safe. */
public interface ObjectiveMeter {
    /** Measures afresh what ends at {@code end}. */
    void startAt(long end);

    /** Moves the end on by a second. */
    void advance();

    /** Moves the end on over seconds without any data; only while nothing is in the window. */
    void jumpTo(long end);

    /** The next end after which anything can be different while there is no data. */
    long nextNonEmpty();

    /** {@code wantsValue} decides whether a value is shown even if nothing is broken. */
    WindowReading read(boolean wantsValue);

    /** A meter at the same end that moves by itself. */
    ObjectiveMeter copy();
}

package io.tidemark.faults;

import java.time.Duration;

/**
 * What a {@link FaultProxy} does to what passes through it.
 *
 * @param delay of each piece, each way
 * @param bytesPerSecond of each connection, each way
 * @param resetShare share of the pieces after which the connection is reset instead
 * @param held what does not pass, though nothing is closed: connections are accepted, and who waits for it waits
 */
record ProxyFault(Duration delay, long bytesPerSecond, double resetShare, Held held) {
    static final ProxyFault NONE = new ProxyFault(Duration.ZERO, Long.MAX_VALUE, 0, Held.NOTHING);
    static final ProxyFault BLACKHOLE = new ProxyFault(Duration.ZERO, Long.MAX_VALUE, 0, Held.ALL);
    /** The server gets everything, and its client no answer. */
    static final ProxyFault UNANSWERED = new ProxyFault(Duration.ZERO, Long.MAX_VALUE, 0, Held.ANSWERS);

    /** What a proxy keeps. */
    enum Held {
        NOTHING,
        ANSWERS,
        ALL
    }

    /** @param isAnswer whether the server sent it */
    boolean holds(boolean isAnswer) {
        return held == Held.ALL || (held == Held.ANSWERS && isAnswer);
    }

    /** So slow a line, on which so many pieces end in a reset. */
    static ProxyFault line(Duration delay, long bytesPerSecond, double resetShare) {
        return new ProxyFault(delay, bytesPerSecond, resetShare, Held.NOTHING);
    }
}

package io.tidemark.faults;

import java.time.Duration;

/**
 * What a {@link FaultProxy} does to what passes through it.
 *
 * @param delay of each piece, each way
 * @param bytesPerSecond of each connection, each way
 * @param resetShare share of the pieces after which the connection is reset instead
 * @param blackhole nothing passes and nothing is closed: connections are accepted, and both ends wait
 */
record ProxyFault(Duration delay, long bytesPerSecond, double resetShare, boolean blackhole) {
    static final ProxyFault NONE = new ProxyFault(Duration.ZERO, Long.MAX_VALUE, 0, false);
    static final ProxyFault BLACKHOLE = new ProxyFault(Duration.ZERO, Long.MAX_VALUE, 0, true);

    /** So slow a line, on which so many pieces end in a reset. */
    static ProxyFault line(Duration delay, long bytesPerSecond, double resetShare) {
        return new ProxyFault(delay, bytesPerSecond, resetShare, false);
    }
}

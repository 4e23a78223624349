package io.tidemark.streams.host;

import java.time.Duration;

/** Pauses between tries that double up to a limit. Pure. */
record ExponentialBackoff(Duration first, Duration max) {
    static final ExponentialBackoff DEFAULT = new ExponentialBackoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

    private static final int MAX_DOUBLINGS = 20;

    /** The pause after this many failures in a row, from 1. */
    Duration after(long failures) {
        long doublings = Math.min(Math.max(0, failures - 1), MAX_DOUBLINGS);
        Duration pause = first.multipliedBy(1L << doublings);
        return pause.compareTo(max) > 0 ? max : pause;
    }
}

package io.tidemark.streams;

import java.time.Duration;

/** Pauses between tries that double up to a limit. Pure. */
record Backoff(Duration first, Duration longest) {
    static final Backoff DEFAULT = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

    private static final int MOST_DOUBLINGS = 20;

    /** The pause after this many failures in a row, from 1. */
    Duration after(long failures) {
        long doublings = Math.min(Math.max(0, failures - 1), MOST_DOUBLINGS);
        Duration pause = first.multipliedBy(1L << doublings);
        return pause.compareTo(longest) > 0 ? longest : pause;
    }
}

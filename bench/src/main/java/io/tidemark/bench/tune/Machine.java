package io.tidemark.bench.tune;

/**
 * The machine that servers are started on: how it differs from start to start.
 *
 * @param noise standard deviation of the logarithm of the capacity between fresh servers
 * @param drift share of the capacity that it loses from one start to the next
 */
record Machine(double noise, double drift) {
    /** A start takes so long, up and down again, give or take a third. */
    static final double START_SECONDS = 150;

    /** One that fails is seen so soon. */
    static final double CRASH_SECONDS = 60;
}

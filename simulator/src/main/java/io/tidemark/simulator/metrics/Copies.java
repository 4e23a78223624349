package io.tidemark.simulator.metrics;

/**
 * Copies of KV blocks in one direction.
 *
 * @param bytes copied
 * @param seconds that copying took
 * @param sizes of each step's copies, bytes
 */
record Copies(long bytes, double seconds, Histogram sizes) {
    private static final double[] SIZES = {1e6, 5e6, 10e6, 20e6, 40e6, 60e6, 80e6, 100e6, 150e6, 200e6};

    static Copies none() {
        return new Copies(0, 0, new Histogram(SIZES));
    }

    Copies and(long moreBytes, double moreSeconds) {
        Histogram more = sizes.copy();
        more.observe((double) moreBytes);
        return new Copies(bytes + moreBytes, seconds + moreSeconds, more);
    }
}

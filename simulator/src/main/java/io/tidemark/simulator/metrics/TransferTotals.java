package io.tidemark.simulator.metrics;

/**
 * Copies of KV blocks in one direction.
 *
 * @param bytes copied
 * @param seconds that copying took
 * @param sizes of each step's copies, bytes
 */
record TransferTotals(long bytes, double seconds, BucketHistogram sizes) {
    private static final double[] SIZES = {1e6, 5e6, 10e6, 20e6, 40e6, 60e6, 80e6, 100e6, 150e6, 200e6};

    static TransferTotals none() {
        return new TransferTotals(0, 0, new BucketHistogram(SIZES));
    }

    TransferTotals plus(long moreBytes, double moreSeconds) {
        BucketHistogram more = sizes.copy();
        more.observe((double) moreBytes);
        return new TransferTotals(bytes + moreBytes, seconds + moreSeconds, more);
    }
}

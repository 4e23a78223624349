package io.tidemark.bench.streams;

/**
 * How fast records were read in the middle of it, the start left out.
 *
 * @param records read in that time
 */
record ReadRate(long records, long nanos) {
    /** Of all there is, what is read before is the start. */
    static final double START = 0.1;

    double recordsPerSecond() {
        return records / (nanos / 1e9);
    }
}

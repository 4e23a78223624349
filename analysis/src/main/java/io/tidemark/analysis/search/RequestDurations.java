package io.tidemark.analysis.search;

import org.apache.commons.math3.stat.descriptive.rank.PSquarePercentile;

/** How long requests take, and so how long a block must be: at least twice the p95 (Jain and Chlamtac's P2 estimate, CACM 28, 1985). */
final class RequestDurations {
    private static final double P95 = 95;

    private final int blockSeconds;
    private final PSquarePercentile p95 = new PSquarePercentile(P95);

    RequestDurations(int blockSeconds) {
        this.blockSeconds = blockSeconds;
    }

    void add(double seconds) {
        p95.increment(seconds);
    }

    int blocksTogether() {
        double seconds = p95.getN() == 0 ? 0 : p95.getResult();
        return Math.max(1, (int) Math.ceil(2 * seconds / blockSeconds));
    }
}

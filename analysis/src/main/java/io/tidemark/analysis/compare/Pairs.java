package io.tidemark.analysis.compare;

/**
 * Runs of both sides that took turns, as pairs.
 *
 * @param difference mean over the pairs
 * @param variance of the pairs' differences
 * @param ownVariance of one pair's difference by its values' own errors
 */
record Pairs(int pairs, double difference, double variance, double ownVariance) {

    /** The same with more pairs that are as these. */
    Pairs grown(int atLeast) {
        return new Pairs(Math.max(pairs, atLeast), difference, variance, ownVariance);
    }

    /** Student's t over the pairs' differences. */
    Difference paired() {
        double ofMean = Math.max(variance, ownVariance) / pairs;
        return new Difference(difference, Math.sqrt(ofMean), pairs - 1.0, Basis.PAIRED_RUNS);
    }
}

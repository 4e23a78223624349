package io.tidemark.simulator.fit;

/**
 * One term of the cost after a fit.
 *
 * @param startSeconds before
 * @param seconds after
 * @param deviation standard deviation of its logarithm: 0.1 means that it is known to about 10 %
 * @param deviationBefore what it was before the data came
 */
public record FittedTerm(CostTerm term, double startSeconds, double seconds, double deviation, double deviationBefore) {
    private static final double UNDETERMINED = 0.35;

    /** Whether the data decided it; else it is mostly what it was before. */
    public boolean determined() {
        return deviation < UNDETERMINED * deviationBefore;
    }
}

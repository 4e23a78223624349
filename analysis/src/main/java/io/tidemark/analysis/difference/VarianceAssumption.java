package io.tidemark.analysis.difference;

/** What is taken for granted of how the runs of two sides vary. */
public enum VarianceAssumption {
    /**
     * Little: each side varies in its own way, but its variance is drawn towards the common one as if that rested on one degree of freedom more,
     * unless its runs are fewer and vary more. With less than one, a run more on either side would make intervals wider: three runs alone show too
     * little.
     */
    EACH_ITS_OWN(1),
    /** Both vary alike, as segments of one run do. */
    ONE_FOR_BOTH(Double.POSITIVE_INFINITY);

    private static final double MOST_OF_FEWER = 2;

    private final double degrees;

    VarianceAssumption(double degrees) {
        this.degrees = degrees;
    }

    /** The share of a side's variance that is the common one's. */
    double common(double ofSide) {
        return Double.isInfinite(degrees) ? 1 : degrees / (degrees + ofSide);
    }

    /**
     * By what factor the variance of the side with fewer runs is larger, as the degrees of freedom take it: 1 where both have as many, up to 2
     * where the other has many more: {@code 2 - (f / f')^4} of the numbers less one. Few runs may vary more than they show, and what is known of
     * the other side does not show. With more than 2, or a factor that still grows where the numbers differ much, a further run of the larger side
     * would widen intervals.
     */
    double ofFewer(int fewer, int more) {
        if (this == ONE_FOR_BOTH || fewer == more) {
            return 1;
        }
        double ratio = (fewer - 1.0) / (more - 1.0);
        return MOST_OF_FEWER - (MOST_OF_FEWER - 1) * Math.pow(ratio, 4);
    }
}

package io.tidemark.analysis.difference;

/** What is taken for granted of how the runs of two sides vary. */
public enum VarianceAssumption {
    /**
     * Little: each side varies in its own way, but its variance is drawn towards the common one as if that rested on one degree of freedom more.
     * It is the least with which a run more on either side never makes an interval wider: three runs alone tell too little.
     */
    EACH_ITS_OWN(1),
    /** Both vary alike, as segments of one run do. */
    ONE_FOR_BOTH(Double.POSITIVE_INFINITY);

    private final double degrees;

    VarianceAssumption(double degrees) {
        this.degrees = degrees;
    }

    /** The share of a side's variance that is the common one's. */
    double common(double ofSide) {
        return Double.isInfinite(degrees) ? 1 : degrees / (degrees + ofSide);
    }
}

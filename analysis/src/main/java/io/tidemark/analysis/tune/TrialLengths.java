package io.tidemark.analysis.tune;

/**
 * How long the search stage measures a server that is up, in seconds.
 *
 * @param checkSeconds expected of a check at one load that ends early; for the plan of the budget only
 * @param shortSeconds of a candidate's first measurement; each further one of the same candidate is twice as long
 * @param longSeconds of the longest
 */
public record TrialLengths(double checkSeconds, double shortSeconds, double longSeconds) {
    /** Checks of 3 min, searches of 12 to 48 min. */
    public static final TrialLengths DEFAULT = new TrialLengths(180, 720, 2880);

    public TrialLengths {
        if (!(checkSeconds > 0 && shortSeconds >= checkSeconds && longSeconds >= shortSeconds)) {
            throw new IllegalArgumentException("lengths must be 0 < check <= short <= long but were " + checkSeconds
                    + ", " + shortSeconds + " and " + longSeconds + " s");
        }
    }

    /** Of a candidate that was measured so often before. */
    double ofMeasurement(long before) {
        return Math.min(longSeconds, shortSeconds * Math.pow(2, (double) Math.min(before, 30)));
    }
}

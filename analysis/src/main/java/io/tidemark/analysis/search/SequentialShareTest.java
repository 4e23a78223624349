package io.tidemark.analysis.search;

/**
 * Wald's sequential probability ratio test between two shares of bad requests ("Sequential Tests of Statistical Hypotheses", Annals of
 * Mathematical Statistics 16, 1945, 117-186). Both errors have the same probability: to choose the high share where the low one is
 * true, and the other way round. Counts may be fractions, as effective counts are.
 *
 * @param low share of bad ones in (0, 1)
 * @param high above it, below 1
 * @param error probability of each error, in (0, 0.5)
 */
public record SequentialShareTest(double low, double high, double error) {
    public SequentialShareTest {
        if (!(low > 0 && low < high && high < 1)) {
            throw new IllegalArgumentException("shares must be 0 < low < high < 1 but were " + low + " and " + high);
        }
        if (!(error > 0 && error < 0.5)) {
            throw new IllegalArgumentException("error must be in (0, 0.5) but was " + error);
        }
    }

    /** What a test says so far. */
    public enum Choice {
        LOW,
        HIGH,
        OPEN
    }

    /** By so many bad ones among {@code n}. */
    public Choice choice(double bad, double n) {
        double evidence = bad * ofBad() + (n - bad) * ofGood();
        if (evidence >= bound()) {
            return Choice.HIGH;
        }
        return evidence <= -bound() ? Choice.LOW : Choice.OPEN;
    }

    /**
     * Requests that it takes on average where {@code share} is true: Wald's approximation, which leaves out by how much the last one
     * overshoots. The share at which nothing drifts takes the most.
     */
    public double expectedRequests(double share) {
        double drift = share * ofBad() + (1 - share) * ofGood();
        double spread = share * ofBad() * ofBad() + (1 - share) * ofGood() * ofGood();
        if (Math.abs(drift) * bound() < 1e-3 * spread) {
            return bound() * bound() / spread;
        }
        double lowChosen = 1 / (1 + Math.exp(-bound() * root(share, drift)));
        return bound() * (1 - 2 * lowChosen) / drift;
    }

    /** The share at which the evidence does not drift: it is chosen either way equally often, and takes the longest. */
    public double evenShare() {
        return -ofGood() / (ofBad() - ofGood());
    }

    /** The h other than 0 with E(exp(h z)) = 1, of the sign opposite to the drift: Wald's equation for the operating characteristic. */
    private double root(double share, double drift) {
        double sign = -Math.signum(drift);
        double beyond = 1;
        while (moment(share, sign * beyond) < 1) {
            beyond *= 2;
        }
        double within = 0;
        for (int i = 0; i < 60; i++) {
            double middle = (within + beyond) / 2;
            if (moment(share, sign * middle) < 1) {
                within = middle;
            } else {
                beyond = middle;
            }
        }
        return sign * beyond;
    }

    private double moment(double share, double h) {
        return share * Math.exp(h * ofBad()) + (1 - share) * Math.exp(h * ofGood());
    }

    private double ofBad() {
        return Math.log(high / low);
    }

    private double ofGood() {
        return Math.log((1 - high) / (1 - low));
    }

    private double bound() {
        return Math.log((1 - error) / error);
    }
}

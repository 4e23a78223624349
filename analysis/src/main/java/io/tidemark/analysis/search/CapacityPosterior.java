package io.tidemark.analysis.search;

/** Where the capacity lies: probabilities on a grid of the logarithm of the load. */
final class CapacityPosterior {
    /** A normal value is below its mean less its standard deviation so often. */
    private static final double ONE_DEVIATION = 0.158655;

    private final double[] logLoads;
    private final double[] upTo;

    /** @param weights of each load, which sum to 1 */
    CapacityPosterior(double[] logLoads, double[] weights) {
        this.logLoads = logLoads;
        this.upTo = new double[weights.length];
        double sum = 0;
        for (int point = 0; point < weights.length; point++) {
            sum += weights[point];
            upTo[point] = sum;
        }
    }

    /** Probability that the capacity is below a load. */
    double below(double load) {
        double at = Math.log(load);
        int point = 0;
        while (point < logLoads.length && logLoads[point] < at) {
            point++;
        }
        return point == 0 ? 0 : upTo[point - 1];
    }

    /**
     * The median, which one long tail does not move: often a server is known not to hold a load, and little is known of the loads that it holds.
     */
    LoadEstimate estimate() {
        return new LoadEstimate(quantile(0.5), Math.log(quantile(1 - ONE_DEVIATION) / quantile(ONE_DEVIATION)) / 2);
    }

    /** The load below which the capacity lies with this probability; interpolated within the grid's cell. */
    double quantile(double probability) {
        int point = 0;
        while (point < upTo.length - 1 && upTo[point] < probability) {
            point++;
        }
        if (point == 0) {
            return Math.exp(logLoads[0]);
        }
        double mass = upTo[point] - upTo[point - 1];
        double part = mass <= 0 ? 1 : Math.min(1, (probability - upTo[point - 1]) / mass);
        double step = logLoads[point] - logLoads[point - 1];
        return Math.exp(logLoads[point] + (part - 0.5) * step);
    }
}

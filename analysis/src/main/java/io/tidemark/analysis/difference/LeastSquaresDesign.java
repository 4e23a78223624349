package io.tidemark.analysis.difference;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which runs are of which side, in the order of time where that is known, and how the difference of the sides is estimated from them: by
 * least squares on the side and, with a drift, on the run's place in time. Each value counts by its weight; the weights of a side without a
 * drift are 1 / k. A drift is fitted the less, the less of it the values show: its slope has a normal prior about 0 (ridge regression; Hoerl and
 * Kennard, Technometrics 12, 1970, 55-67).
 */
public final class LeastSquaresDesign {
    /** Fewer runs than this are too few to distinguish noise from drift. */
    private static final int DRIFT_FROM = 10;

    /** More of the sides' difference than this share must not be explained by time. */
    private static final double MAX_CONFOUNDED = 0.5;

    /**
     * Standard deviation of a slope about 0, per run and in those that runs vary by, where one side has far fewer runs. The larger the smaller the
     * power of 7 + 3 runs against that of 6 + 3, which are too few for a drift.
     */
    private static final double USUAL_SLOPE = 0.05;

    /** Where time explains more than this share of the sides' difference, a slope that does not show may still look like a change. */
    private static final double MAX_CONFOUNDED_BY_USUAL = 0.3;

    /** An F of the slope that noise passes in 8 % of cases with ten runs. */
    private static final double NOISE = 4;

    private final boolean[] candidate;

    /** Each run's place in time from the middle; all 0 without a drift. */
    private final double[] place;

    /** Variance of a run per variance of the slope before the values are seen; 0 where any slope is as likely as another. */
    private final double prior;

    private LeastSquaresDesign(boolean[] candidate, double[] place, double prior) {
        this.candidate = candidate;
        this.place = place;
        this.prior = prior;
    }

    /** Of runs whose order says nothing. */
    static LeastSquaresDesign unordered(int ofBase, int ofCandidate) {
        boolean[] candidate = new boolean[ofBase + ofCandidate];
        Arrays.fill(candidate, ofBase, candidate.length, true);
        return new LeastSquaresDesign(candidate, new double[candidate.length], 0);
    }

    /** Of runs in their order of time: with a drift where there are enough and the sides are mixed well enough to distinguish it from the change. */
    public static LeastSquaresDesign ordered(boolean[] candidate) {
        double[] place = new double[candidate.length];
        Arrays.setAll(place, at -> at - (candidate.length - 1) / 2.0);
        LeastSquaresDesign plain = new LeastSquaresDesign(candidate, new double[candidate.length], 0);
        boolean tells =
                candidate.length >= DRIFT_FROM && isMixed(candidate) && plain.confounded(place) <= MAX_CONFOUNDED;
        return tells ? new LeastSquaresDesign(candidate, place, 0) : plain;
    }

    /**
     * The same with a prior of the slope: {@link #USUAL_SLOPE}, or more by as much as the F of the slope is beyond noise. A full fit costs sides
     * with different numbers of runs more power than the first runs that make it possible add. Sides with as many runs as each other lose nothing
     * by it, so that the prior widens with the square of their ratio.
     */
    LeastSquaresDesign fittedTo(double[] values) {
        if (!hasDrift() || confounded(place) > MAX_CONFOUNDED_BY_USUAL) {
            return this;
        }
        double candidates =
                IntStream.range(0, candidate.length).filter(this::isCandidate).count();
        double odds = candidates / (candidate.length - candidates);
        double ratio = Math.min(odds, 1 / odds);
        double usual = (1 - ratio * ratio) / (USUAL_SLOPE * USUAL_SLOPE);
        double beyond = slopeF(values) - NOISE;
        return new LeastSquaresDesign(
                candidate, place, beyond > 0 ? Math.min(usual, product(place, place) / beyond) : usual);
    }

    /** Of a slope that is fitted without a prior. */
    private double slopeF(double[] values) {
        double[] beside = without(place, side());
        double along = product(beside, values);
        double[] left = residuals(values);
        return along * along / product(beside, beside) * (values.length - 3) / product(left, left);
    }

    /** Whether not all of one side came first: then a drift is drawn out from one side alone. */
    private static boolean isMixed(boolean[] candidate) {
        int changes = 0;
        for (int at = 1; at < candidate.length; at++) {
            changes += candidate[at] != candidate[at - 1] ? 1 : 0;
        }
        return changes > 1;
    }

    boolean isCandidate(int at) {
        return candidate[at];
    }

    boolean hasDrift() {
        return product(place, place) > 0;
    }

    /** Share of the variance of the side that places explain: the square of their correlation. */
    double confounded(double[] places) {
        double[] side = side();
        double both = product(side, places);
        return both * both / (product(side, side) * product(places, places));
    }

    /** How much each run's value counts in the difference. */
    double[] weights() {
        double[] side = sideBesideDrift();
        double squares = product(side, side());
        return Arrays.stream(side).map(value -> value / squares).toArray();
    }

    /** Variance of the difference over that by the runs' own noise: what the prior leaves of the slope comes on top. 1 without a prior. */
    double withSlope() {
        double[] side = sideBesideDrift();
        return product(side, side()) / product(side, side);
    }

    /** What each run's residual keeps of its own noise: 1 less its leverage. */
    double[] freedom() {
        double[] side = sideBesideDrift();
        double squares = product(side, side());
        double places = product(place, place) + prior;
        double[] freedom = new double[side.length];
        Arrays.setAll(freedom, at -> {
            double byDrift = hasDrift() ? place[at] * place[at] / places : 0;
            return 1 - 1.0 / side.length - byDrift - side[at] * side[at] / squares;
        });
        return freedom;
    }

    /** What side and drift leave unexplained of each value. */
    double[] residuals(double[] values) {
        double[] side = sideBesideDrift();
        double difference = product(side, values) / product(side, side());
        double[] left = withoutDrift(centered(values));
        Arrays.setAll(left, at -> left[at] - difference * side[at]);
        return left;
    }

    private double[] sideBesideDrift() {
        return withoutDrift(side());
    }

    private double[] withoutDrift(double[] values) {
        double by = hasDrift() ? product(values, place) / (product(place, place) + prior) : 0;
        double[] left = new double[values.length];
        Arrays.setAll(left, at -> values[at] - by * place[at]);
        return left;
    }

    private double[] side() {
        double[] side = new double[candidate.length];
        Arrays.setAll(side, at -> candidate[at] ? 1 : 0);
        return centered(side);
    }

    private static double[] centered(double[] values) {
        double mean = VarianceEstimate.mean(values);
        return Arrays.stream(values).map(value -> value - mean).toArray();
    }

    private static double[] without(double[] values, double[] direction) {
        double by = product(values, direction) / product(direction, direction);
        double[] left = new double[values.length];
        Arrays.setAll(left, at -> values[at] - by * direction[at]);
        return left;
    }

    private static double product(double[] one, double[] other) {
        double sum = 0;
        for (int at = 0; at < one.length; at++) {
            sum += one[at] * other[at];
        }
        return sum;
    }
}

package io.tidemark.analysis.difference;

import java.util.Arrays;

/**
 * Which runs are of which side, in the order of time where that is known, and how the difference of the sides is estimated from them: by
 * least squares on the side and, with a drift, on the run's place in time. Each value counts by its weight; the weights of a side without a
 * drift are 1 / k.
 */
public final class LeastSquaresDesign {
    /** Fewer runs than this leave too little to tell noise from drift. */
    private static final int DRIFT_FROM = 10;

    /** More of the sides' difference than this share must not be explained by time. */
    private static final double MAX_CONFOUNDED = 0.5;

    private final boolean[] candidate;

    /** Each run's place in time from the middle; all 0 without a drift. */
    private final double[] place;

    private LeastSquaresDesign(boolean[] candidate, double[] place) {
        this.candidate = candidate;
        this.place = place;
    }

    /** Of runs whose order says nothing. */
    static LeastSquaresDesign unordered(int ofBase, int ofCandidate) {
        boolean[] candidate = new boolean[ofBase + ofCandidate];
        Arrays.fill(candidate, ofBase, candidate.length, true);
        return new LeastSquaresDesign(candidate, new double[candidate.length]);
    }

    /** Of runs in their order of time: with a drift where there are enough and the sides are mixed well enough to tell it from the change. */
    public static LeastSquaresDesign ordered(boolean[] candidate) {
        double[] place = new double[candidate.length];
        Arrays.setAll(place, at -> at - (candidate.length - 1) / 2.0);
        LeastSquaresDesign plain = new LeastSquaresDesign(candidate, new double[candidate.length]);
        boolean tells =
                candidate.length >= DRIFT_FROM && isMixed(candidate) && plain.confounded(place) <= MAX_CONFOUNDED;
        return tells ? new LeastSquaresDesign(candidate, place) : plain;
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
        double squares = product(side, side);
        return Arrays.stream(side).map(value -> value / squares).toArray();
    }

    /** What each run's residual keeps of its own noise: 1 less its leverage. */
    double[] freedom() {
        double[] side = sideBesideDrift();
        double squares = product(side, side);
        double places = product(place, place);
        double[] freedom = new double[side.length];
        Arrays.setAll(freedom, at -> {
            double byDrift = places == 0 ? 0 : place[at] * place[at] / places;
            return 1 - 1.0 / side.length - byDrift - side[at] * side[at] / squares;
        });
        return freedom;
    }

    /** What side and drift leave unexplained of each value. */
    double[] residuals(double[] values) {
        double[] left = without(centered(values), place);
        return without(left, sideBesideDrift());
    }

    private double[] sideBesideDrift() {
        return without(side(), place);
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
        double squares = product(direction, direction);
        double by = squares == 0 ? 0 : product(values, direction) / squares;
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

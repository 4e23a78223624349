package io.tidemark.producer.plan.workload;

import java.util.Arrays;

/**
 * Lengths by Zipf's law: the shortest is the most frequent, and the one of rank k, counted from the shortest, is k^exponent times as rare.
 * Immutable.
 */
public final class ZipfLength implements LengthDistribution {
    /** The most different lengths, each of which has its place in memory. */
    public static final int MAX_LENGTHS = 1_000_000;

    private final int min;
    private final int max;
    private final double exponent;

    /** By rank from 0: the share of lengths up to it. */
    private final double[] shares;

    /** @throws IllegalArgumentException if the limits or the exponent are none */
    public ZipfLength(int min, int max, double exponent) {
        if (min < 1 || max <= min || (long) max - min >= MAX_LENGTHS) {
            throw new IllegalArgumentException("must have 1 <= min < max with at most " + MAX_LENGTHS
                    + " lengths between them but has min " + min + " and max " + max);
        }
        if (!(exponent > 0) || exponent > 100) {
            throw new IllegalArgumentException("must have an exponent in (0, 100] but has " + exponent);
        }
        this.min = min;
        this.max = max;
        this.exponent = exponent;
        this.shares = shares(max - min + 1, exponent);
    }

    @Override
    public int min() {
        return min;
    }

    @Override
    public int max() {
        return max;
    }

    public double exponent() {
        return exponent;
    }

    @Override
    public int quantile(double share) {
        int found = Arrays.binarySearch(shares, share);
        int rank = found >= 0 ? found : -found - 1;
        return min + Math.min(rank, shares.length - 1);
    }

    @Override
    public double mean() {
        double mean = 0;
        double before = 0;
        for (int rank = 0; rank < shares.length; rank++) {
            mean += (shares[rank] - before) * (min + rank);
            before = shares[rank];
        }
        return mean;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ZipfLength that && min == that.min && max == that.max && exponent == that.exponent;
    }

    @Override
    public int hashCode() {
        return Double.hashCode(exponent) * 31 + min * 31 + max;
    }

    @Override
    public String toString() {
        return "zipf of exponent " + exponent + " from " + min + " to " + max;
    }

    private static double[] shares(int lengths, double exponent) {
        double[] shares = new double[lengths];
        double sum = 0;
        for (int rank = 0; rank < lengths; rank++) {
            sum += Math.pow(rank + 1, -exponent);
            shares[rank] = sum;
        }
        for (int rank = 0; rank < lengths; rank++) {
            shares[rank] /= sum;
        }
        return shares;
    }
}

package io.tidemark.analysis.designeffect;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * The ranks of requests' values among all of the step, summed over blocks of time: a score that says how all latencies cluster, not only
 * those beyond one limit. Of requests whose values depend on each other as jointly normal ones do, ranks depend on each other at least as
 * much as what is beyond any quantile does. Immutable.
 */
public final class RankScores implements BlockStatistic {
    private final long lengthNanos;
    private final long[] counts;
    private final double[] sums;
    private final double variance;

    /**
     * @param counts values per block
     * @param sums of scores per block
     * @param variance of one score
     * @throws IllegalArgumentException where there are not as many counts as sums
     */
    public RankScores(long lengthNanos, long[] counts, double[] sums, double variance) {
        if (lengthNanos <= 0 || counts.length != sums.length) {
            throw new IllegalArgumentException("blocks of " + lengthNanos + " ns with " + counts.length + " counts and "
                    + sums.length + " sums: must be longer than 0 and as many");
        }
        this.lengthNanos = lengthNanos;
        this.counts = counts.clone();
        this.sums = sums.clone();
        this.variance = variance;
    }

    @Override
    public long lengthNanos() {
        return lengthNanos;
    }

    @Override
    public int size() {
        return counts.length;
    }

    @Override
    public long count() {
        return Arrays.stream(counts).sum();
    }

    @Override
    public RankScores merged(int together) {
        int blocks = counts.length / together;
        long[] joinedCounts = new long[blocks];
        double[] joinedSums = new double[blocks];
        for (int at = 0; at < blocks * together; at++) {
            joinedCounts[at / together] += counts[at];
            joinedSums[at / together] += sums[at];
        }
        return new RankScores(lengthNanos * together, joinedCounts, joinedSums, variance);
    }

    @Override
    public OptionalDouble designEffect() {
        long count = count();
        if (size() < 2 || count == 0 || !(variance > 0)) {
            return OptionalDouble.empty();
        }
        double mean = Arrays.stream(sums).sum() / count;
        double squares = IntStream.range(0, counts.length)
                .mapToDouble(at -> Math.pow(sums[at] - mean * counts[at], 2))
                .sum();
        return OptionalDouble.of(squares * size() / (size() - 1.0) / count / variance);
    }

    @Override
    public String toString() {
        return "Scores(" + size() + " x " + lengthNanos + " ns: " + count() + " values)";
    }
}

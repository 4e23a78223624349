package io.tidemark.analysis.designeffect;

import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Requests (or values) in blocks of time that follow each other, by when they were due, and how many in each were bad. Immutable.
 *
 * <p>The variance of a share over unequal blocks is that of a ratio, linearised: B / (B - 1) * sum((bad - share * count)^2) / n^2 (Cochran,
 * Sampling Techniques, 3rd ed., 1977, 11.8 with 2.31; blocks are the clusters).
 */
public final class BlockCounts implements BlockStatistic {
    private final long lengthNanos;
    private final long[] counts;
    private final long[] bad;

    /** @throws IllegalArgumentException where there are not as many counts as counts of bad ones, or more bad ones than there are */
    public BlockCounts(long lengthNanos, long[] counts, long[] bad) {
        if (lengthNanos <= 0 || counts.length != bad.length) {
            throw new IllegalArgumentException("blocks of " + lengthNanos + " ns with " + counts.length + " counts and "
                    + bad.length + " counts of bad ones: must be longer than 0 and as many");
        }
        if (IntStream.range(0, counts.length).anyMatch(i -> bad[i] < 0 || bad[i] > counts[i])) {
            throw new IllegalArgumentException("a block has more bad requests than requests: " + Arrays.toString(bad)
                    + " of " + Arrays.toString(counts));
        }
        this.lengthNanos = lengthNanos;
        this.counts = counts.clone();
        this.bad = bad.clone();
    }

    @Override
    public int size() {
        return counts.length;
    }

    @Override
    public long lengthNanos() {
        return lengthNanos;
    }

    @Override
    public long count() {
        return Arrays.stream(counts).sum();
    }

    public long bad() {
        return Arrays.stream(bad).sum();
    }

    /** Share of bad ones; NaN of none. */
    public double share() {
        return (double) bad() / count();
    }

    @Override
    public BlockCounts merged(int together) {
        int blocks = counts.length / together;
        return new BlockCounts(lengthNanos * together, joined(counts, together, blocks), joined(bad, together, blocks));
    }

    @Override
    public BlockCounts atLeast(long leastNanos) {
        return merged(Math.toIntExact(Math.max(1, (leastNanos + lengthNanos - 1) / lengthNanos)));
    }

    /** Empty where all are bad or none, too. */
    @Override
    public OptionalDouble designEffect() {
        double share = share();
        if (size() < 2 || !(share > 0 && share < 1)) {
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(variance() / (share * (1 - share) / count()));
    }

    /** Lower end of the share, one-sided, by Student's t over blocks as the units. */
    public double lowShare(double confidence) {
        if (size() < 2 || count() == 0) {
            return 0;
        }
        double reach = new TDistribution(null, size() - 1.0).inverseCumulativeProbability(confidence);
        return share() - reach * Math.sqrt(variance());
    }

    /** The blocks after the middle; of an odd number with the one in the middle. */
    public BlockCounts laterHalf() {
        int from = size() / 2;
        return new BlockCounts(
                lengthNanos, Arrays.copyOfRange(counts, from, size()), Arrays.copyOfRange(bad, from, size()));
    }

    private double variance() {
        double share = share();
        double squares = IntStream.range(0, counts.length)
                .mapToDouble(i -> Math.pow(bad[i] - share * counts[i], 2))
                .sum();
        return squares * size() / (size() - 1.0) / Math.pow((double) count(), 2);
    }

    private static long[] joined(long[] values, int together, int blocks) {
        return IntStream.range(0, blocks)
                .mapToLong(block -> Arrays.stream(values, block * together, (block + 1) * together)
                        .sum())
                .toArray();
    }

    @Override
    public String toString() {
        return "Blocks(" + size() + " x " + lengthNanos + " ns: " + bad() + " bad of " + count() + ")";
    }
}

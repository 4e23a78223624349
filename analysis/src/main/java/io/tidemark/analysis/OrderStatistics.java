package io.tidemark.analysis;

import java.util.OptionalLong;
import org.apache.commons.math3.distribution.BinomialDistribution;

/**
 * Distribution-free confidence intervals of quantiles.
 *
 * <p>The number of values below the true quantile q is binomial (n, q), so two ranks of it bound the quantile whatever the distribution
 * (David and Nagaraja, Order Statistics, 3rd ed., 7.1). A request that is not ok is worse than any limit, so it counts as infinite. Holds
 * for independent requests only. Stateless.
 */
public final class OrderStatistics {
    private OrderStatistics() {}

    /**
     * Ranks that bound a quantile.
     *
     * @param low from 1; 0 when there is no lower bound
     * @param high up to n; n + 1 when there is no upper bound
     */
    record Ranks(long value, long low, long high) {}

    /** Interval of the q quantile of exact, sorted latencies of the ok requests, with {@code notOk} infinite ones above them. */
    public static QuantileInterval interval(long[] sortedOkNanos, long notOk, double q, double confidence) {
        return interval(RankedValues.sorted(sortedOkNanos), notOk, q, confidence);
    }

    /** Interval of the q quantile of the ok requests' latencies, with {@code notOk} infinite ones above them. */
    public static QuantileInterval interval(RankedValues ok, long notOk, double q, double confidence) {
        long n = ok.count() + notOk;
        if (n == 0) {
            return new QuantileInterval(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 0);
        }
        Ranks ranks = ranks(n, q, confidence);
        return new QuantileInterval(at(ok, ranks.value()), at(ok, ranks.low()), at(ok, ranks.high()), n);
    }

    /** Ranks whose values hold the true quantile with at least this confidence, the tails split evenly. */
    static Ranks ranks(long n, double q, double confidence) {
        if (!(q > 0 && q < 1)) {
            throw new IllegalArgumentException("q must be in (0, 1) but was " + q);
        }
        double tail = (1 - confidence) / 2;
        BinomialDistribution below = new BinomialDistribution(null, Math.toIntExact(n), q);
        long value = Math.max(1, (long) Math.ceil(q * n - 1e-9));
        long low = below.inverseCumulativeProbability(tail);
        long high = below.inverseCumulativeProbability(1 - tail) + 1L;
        return new Ranks(value, low, high);
    }

    private static OptionalLong at(RankedValues ok, long rank) {
        return rank < 1 || rank > ok.count() ? OptionalLong.empty() : OptionalLong.of(ok.nanosAt(rank));
    }
}

package io.tidemark.analysis.quantile;

import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.apache.commons.math3.special.Beta;

/**
 * Distribution-free confidence intervals of quantiles.
 *
 * <p>The number of values below the true quantile q is binomial (n, q), so two ranks of it bound the quantile whatever the distribution
 * (David and Nagaraja, Order Statistics, 3rd ed., 7.1). A request that is not ok is worse than any limit, so it counts as infinite. Holds
 * for independent requests; those that share a server count as fewer, by their design effect. Stateless.
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

    /** Interval of the q quantile of exact, sorted latencies of the ok requests, with {@code failed} infinite ones above them. */
    public static QuantileInterval interval(long[] sortedOkNanos, long failed, double q, double confidence) {
        return interval(RankedValues.sorted(sortedOkNanos), failed, q, confidence);
    }

    /** Interval of the q quantile of the ok requests' latencies, with {@code failed} infinite ones above them. */
    public static QuantileInterval interval(RankedValues ok, long failed, double q, double confidence) {
        return interval(ok, failed, q, confidence, 1);
    }

    /** The same of requests that depend on each other, by a design effect of at least 1. */
    public static QuantileInterval interval(
            RankedValues ok, long failed, double q, double confidence, double designEffect) {
        long n = ok.count() + failed;
        if (n == 0) {
            return new QuantileInterval(OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty(), 0);
        }
        Ranks ranks = ranks(n, q, confidence, designEffect);
        return new QuantileInterval(at(ok, ranks.value()), at(ok, ranks.low()), at(ok, ranks.high()), n);
    }

    /** Ranks whose values hold the true quantile with at least this confidence, the tails split evenly. */
    static Ranks ranks(long n, double q, double confidence) {
        return ranks(n, q, confidence, 1);
    }

    /**
     * So many values below the quantile as n / designEffect independent ones could have (Woodruff, JASA 47, 1952, 635-646), by the binomial
     * distribution continued to counts that are not whole (DLMF 8.17.5).
     */
    static Ranks ranks(long n, double q, double confidence, double designEffect) {
        if (!(q > 0 && q < 1)) {
            throw new IllegalArgumentException("q must be in (0, 1) but was " + q);
        }
        double tail = (1 - confidence) / 2;
        double effective = n / designEffect;
        long value = RankedValues.rank(q, n);
        long low = first(n, below -> atMost(below / designEffect, effective, q) > tail);
        long high = first(n, below -> atLeast((below + 1) / designEffect, effective, q) < tail) + 1;
        return new Ranks(value, low, high);
    }

    /** Smallest number of values in [0, n] that a condition holds for, which then holds for all above; n if for none. */
    private static long first(long n, LongPredicate condition) {
        long least = 0;
        long most = n;
        while (least < most) {
            long middle = least + (most - least) / 2;
            if (condition.test(middle)) {
                most = middle;
            } else {
                least = middle + 1;
            }
        }
        return least;
    }

    /** P(X <= x) of X binomial (n, q). */
    private static double atMost(double x, double n, double q) {
        return x >= n ? 1 : 1 - Beta.regularizedBeta(q, x + 1, n - x);
    }

    private static double atLeast(double x, double n, double q) {
        if (x > n) {
            return 0;
        }
        return x <= 0 ? 1 : Beta.regularizedBeta(q, x, n - x + 1);
    }

    private static OptionalLong at(RankedValues ok, long rank) {
        return rank < 1 || rank > ok.count() ? OptionalLong.empty() : OptionalLong.of(ok.nanosAt(rank));
    }
}

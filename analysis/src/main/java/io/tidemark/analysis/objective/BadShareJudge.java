package io.tidemark.analysis.objective;

import io.tidemark.events.Verdict;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.apache.commons.math3.distribution.BetaDistribution;
import org.apache.commons.math3.special.Beta;

/**
 * Judges whether the true share of bad requests is at most an allowed share, from counts.
 *
 * <p>The interval is Clopper and Pearson's (Biometrika 26, 1934, 404-413): two-sided at 95 %, so each of its ends is a one-sided bound
 * at 97.5 %, and the verdict is read off the ends. It holds for independent requests. Requests that share a server depend on each other:
 * with a design effect D, b bad ones of n count as much as b / D of n / D (Korn and Graubard, Survey Methodology 24, 1998, 193-201); D = 1
 * takes them as independent. Stateless.
 */
public final class BadShareJudge {
    /** Largest number of requests that is worth naming as needed. */
    public static final long MAX_NEEDED = 10_000_000;

    /** Probability beyond each end of the two-sided 95 % interval. */
    private static final double TAIL = 0.025;

    private static final double WHOLE = 1.0;

    private BadShareJudge() {}

    /** Bad requests and requests, so many as independent ones would be; they need not be whole. */
    private record Counts(double bad, double n) {
        Counts {
            bad = Math.min(bad, n);
        }
    }

    /** PASS if the upper bound keeps within {@code allowedShare}, FAIL if the lower bound exceeds it, INCONCLUSIVE in between. */
    public static BadShareJudgement judge(long bad, long n, double allowedShare) {
        return judge(bad, n, allowedShare, 1);
    }

    /** The same of requests that depend on each other, by a design effect of at least 1. */
    public static BadShareJudgement judge(long bad, long n, double allowedShare, double designEffect) {
        requireCounts(bad, n);
        if (!(designEffect >= 1)) {
            throw new IllegalArgumentException("designEffect must be >= 1 but was " + designEffect);
        }
        if (!(allowedShare >= 0 && allowedShare <= 1)) {
            throw new IllegalArgumentException("allowedShare must be in [0, 1] but was " + allowedShare);
        }
        Counts effective = new Counts(bad / designEffect, n / designEffect);
        Verdict verdict = verdict(effective, allowedShare);
        double share = n == 0 ? Double.NaN : (double) bad / n;
        OptionalLong needed = verdict == Verdict.INCONCLUSIVE && n > 0
                ? needed(n, designEffect, allowedShare, share)
                : OptionalLong.empty();
        return new BadShareJudgement(verdict, share, lowShare(effective), highShare(effective), needed);
    }

    /**
     * Whether this many bad ones or more would come at most as often as {@code level} if the true share were the allowed one: the exact
     * one-sided binomial test (Clopper and Pearson, as above) of one window.
     */
    public static boolean exceeds(long bad, long n, double allowedShare, double level) {
        requireCounts(bad, n);
        if (bad == n) {
            return n > 0 && Math.pow(allowedShare, (double) n) <= level;
        }
        return bad > 0 && probabilityOfAtLeast((double) bad, (double) n, allowedShare) <= level;
    }

    /** Lower end of the two-sided 95 % interval: the share at which this many bad or more has probability 2.5 %. */
    static double lowShare(long bad, long n) {
        return lowShare(new Counts((double) bad, (double) n));
    }

    /** Upper end: the share at which this many bad or fewer has probability 2.5 %. */
    static double highShare(long bad, long n) {
        return highShare(new Counts((double) bad, (double) n));
    }

    private static double lowShare(Counts counts) {
        return counts.bad == 0 ? 0 : betaQuantile(counts.bad, counts.n - counts.bad + WHOLE, TAIL);
    }

    private static double highShare(Counts counts) {
        return counts.bad >= counts.n ? 1 : betaQuantile(counts.bad + WHOLE, counts.n - counts.bad, 1 - TAIL);
    }

    private static double betaQuantile(double alpha, double beta, double probability) {
        return new BetaDistribution(null, alpha, beta, 1e-12).inverseCumulativeProbability(probability);
    }

    private static void requireCounts(long bad, long n) {
        if (bad < 0 || bad > n) {
            throw new IllegalArgumentException("bad must be in [0, n = " + n + "] but was " + bad);
        }
    }

    private static Verdict verdict(Counts counts, double allowedShare) {
        if (allowedShare == 1 || probabilityOfAtMost(counts.bad, counts.n, allowedShare) <= TAIL) {
            return Verdict.PASS;
        }
        return probabilityOfAtLeast(counts.bad, counts.n, allowedShare) <= TAIL ? Verdict.FAIL : Verdict.INCONCLUSIVE;
    }

    /** P(X <= bad) of X binomial (n, share), continued to real counts by the incomplete beta function (DLMF 8.17.5). */
    private static double probabilityOfAtMost(double bad, double n, double share) {
        return bad >= n ? 1 : 1 - Beta.regularizedBeta(share, bad + 1, n - bad);
    }

    private static double probabilityOfAtLeast(double bad, double n, double share) {
        return bad <= 0 ? 1 : Beta.regularizedBeta(share, bad, n - bad + 1);
    }

    /** Smallest number of requests above n that decides at the share seen: doubled until it decides, then halved to the exact one. */
    private static OptionalLong needed(long n, double designEffect, double allowedShare, double share) {
        LongPredicate decides = requests -> {
            double effective = requests / designEffect;
            return verdict(new Counts(share * effective, effective), allowedShare) != Verdict.INCONCLUSIVE;
        };
        long undecided = n;
        long decided = 2 * n;
        while (!decides.test(decided)) {
            if (decided > MAX_NEEDED) {
                return OptionalLong.empty();
            }
            undecided = decided;
            decided = 2 * decided;
        }
        while (decided - undecided > 1) {
            long middle = undecided + (decided - undecided) / 2;
            if (decides.test(middle)) {
                decided = middle;
            } else {
                undecided = middle;
            }
        }
        return decided > MAX_NEEDED ? OptionalLong.empty() : OptionalLong.of(decided);
    }
}

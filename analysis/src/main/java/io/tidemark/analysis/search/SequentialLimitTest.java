package io.tidemark.analysis.search;

import io.tidemark.analysis.search.SequentialShareTest.Choice;

/**
 * Where a share of bad requests stands with its limit: two sequential tests side by side, as Sobel and Wald choose among three
 * hypotheses ("A Sequential Decision Procedure for Choosing One of Three Hypotheses", Annals of Mathematical Statistics 20, 1949,
 * 502-522). One has a quarter of the limit against the limit: only if it chooses the quarter, the load HOLDS. The other has the limit
 * against twice the limit: only if it chooses the double, the load BREAKS. So a load beyond its limit is taken to hold, and one within
 * it to break, at most with the probability {@link #ERROR} each.
 *
 * @param limit share of bad requests that is allowed, in (0, 1)
 */
public record SequentialLimitTest(double limit) {
    /** That of each error: as far as the one-sided 97.5 % of a run's verdict. */
    public static final double ERROR = 0.025;

    private static final double WELL_BELOW = 0.25;
    private static final double WELL_ABOVE = 2;

    /** The quarter against the limit. */
    public SequentialShareTest holds() {
        return new SequentialShareTest(WELL_BELOW * limit, limit, ERROR);
    }

    /** The limit against the double; of a limit above a third against half the way from it to 1. */
    public SequentialShareTest breaks() {
        return new SequentialShareTest(limit, Math.min(WELL_ABOVE * limit, (1 + limit) / 2), ERROR);
    }

    /** By so many bad ones among {@code n}, effective counts both. */
    public LimitDecision decide(double bad, double n) {
        Choice below = holds().choice(bad, n);
        Choice above = breaks().choice(bad, n);
        if (above == Choice.HIGH) {
            return LimitDecision.BREAKS;
        }
        if (below == Choice.LOW) {
            return LimitDecision.HOLDS;
        }
        return below == Choice.HIGH && above == Choice.LOW ? LimitDecision.NEAR : LimitDecision.OPEN;
    }

    /** Effective requests that it takes on average where {@code share} is true: the longer of the two tests, unless one of them ends it. */
    public double expectedRequests(double share) {
        if (share <= holds().evenShare()) {
            return holds().expectedRequests(share);
        }
        return share >= breaks().evenShare()
                ? breaks().expectedRequests(share)
                : Math.max(holds().expectedRequests(share), breaks().expectedRequests(share));
    }
}

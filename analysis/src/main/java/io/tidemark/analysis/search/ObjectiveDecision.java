package io.tidemark.analysis.search;

/**
 * How one objective stands in a probe.
 *
 * @param n requests that it applies to
 * @param bad those beyond its limit or not ok
 * @param designEffect so many of them count as one, at least 1
 */
public record ObjectiveDecision(LimitDecision decision, long n, long bad, double designEffect) {
    public double effective() {
        return n / designEffect;
    }

    public double share() {
        return n == 0 ? 0 : (double) bad / n;
    }
}

package io.tidemark.analysis.search;

import java.time.Duration;
import java.util.Comparator;

/**
 * What a search takes, as far as that can be said before it: clear loads take the fewest blocks, loads at the edges as many effective
 * requests as the tests take there on average. How many requests count as one is a guess until the first probes are made.
 *
 * @param probes expected, before the confirmation
 * @param clearProbe how long one takes whose load clearly holds or breaks
 * @param edgeProbe how long one takes at the limit
 * @param clearNeeds how long the requests of a clear load take to come, however long a probe may last
 */
public record SearchCost(int probes, Duration clearProbe, Duration edgeProbe, Duration clearNeeds) {
    /** Of the bracket, where nothing is known of the range: a load that holds, the next, and one that breaks. */
    private static final int USUAL_BRACKET = 3;

    /** Where a range is given, the capacity is looked for in its middle. */
    private static final double MIDDLE = 0.5;

    private static final double SECONDS_PER_BLOCK = ProbeRules.BLOCK_SECONDS;

    /**
     * What is known or assumed beforehand.
     *
     * @param requestsPerSecond at the load that is searched around
     * @param designEffect so many requests count as one
     * @param besides time of a probe beside the measured part: warm-up, drain, waiting until the server is idle
     * @param bounded whether {@link SearchRange#to} was given, and so says something
     */
    public record Beforehand(double requestsPerSecond, double designEffect, Duration besides, boolean bounded) {
        /** With a design effect as of an unknown server. */
        public static Beforehand unknown(double requestsPerSecond, Duration besides, boolean bounded) {
            return new Beforehand(requestsPerSecond, Dependence.UNKNOWN, besides, bounded);
        }
    }

    /** Of a whole search. */
    public static SearchCost of(SearchRange range, ProbeRules rules, Beforehand known) {
        int bracket = known.bounded()
                ? 2 + (int) Math.round(MIDDLE * steps(range.to() / range.from(), SearchRange.GROWTH))
                : USUAL_BRACKET;
        double limit = rules.limits().stream().min(Comparator.naturalOrder()).orElseThrow();
        LimitTest test = new LimitTest(limit);
        double clear = test.expectedRequests(limit / 8);
        double edge =
                (test.expectedRequests(limit / 4) + test.expectedRequests(limit) + test.expectedRequests(2 * limit))
                        / 3;
        return new SearchCost(
                bracket + halvings(range) + 1,
                lasting(clear, rules, known),
                lasting(edge, rules, known),
                Duration.ofSeconds(Math.round(clear * known.designEffect() / known.requestsPerSecond())));
    }

    private static Duration lasting(double effective, ProbeRules rules, Beforehand known) {
        double seconds = effective * known.designEffect() / known.requestsPerSecond();
        double blocks =
                Math.max(rules.fewestBlocks(), Math.min(rules.mostBlocks(), Math.ceil(seconds / SECONDS_PER_BLOCK)));
        return Duration.ofSeconds(Math.round(blocks * SECONDS_PER_BLOCK)).plus(known.besides());
    }

    /** Halvings of the bracket's ratio down to the resolution. */
    static int halvings(SearchRange range) {
        return Math.max(1, (int) Math.ceil(steps(Math.log(SearchRange.GROWTH) / Math.log1p(range.resolution()), 2)));
    }

    private static double steps(double ratio, double factor) {
        return Math.max(0, Math.log(ratio) / Math.log(factor));
    }

    /** All probes: half of them clear, half at an edge. */
    public Duration expected() {
        return clearProbe.plus(edgeProbe).multipliedBy(probes).dividedBy(2);
    }

    /** Whether not even a clear load is expected to be decided within the longest probe. */
    public boolean isUndecidable(ProbeRules rules) {
        return clearNeeds.toSeconds() > (long) rules.mostBlocks() * ProbeRules.BLOCK_SECONDS;
    }

    /** So many probes that a budget allows, at most those expected; none where it ends before the shortest. */
    public int probesWithin(Duration budget) {
        if (budget.compareTo(clearProbe) < 0) {
            return 0;
        }
        long one = clearProbe.plus(edgeProbe).dividedBy(2).toMillis();
        return (int) Math.max(1, Math.min(probes, budget.toMillis() / Math.max(1, one)));
    }
}

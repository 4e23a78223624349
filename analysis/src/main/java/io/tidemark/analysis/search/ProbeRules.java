package io.tidemark.analysis.search;

import java.util.List;

/**
 * What a probe asks.
 *
 * @param limits share of bad requests that each objective allows, in (0, 1)
 * @param perSecondOfLoad requests per second that one unit of load is taken to give before a probe has shown it: 1 of a rate
 * @param maxSeconds after which it ends undecided
 */
public record ProbeRules(List<Double> limits, double perSecondOfLoad, int maxSeconds) {
    /** Nothing is decided before so many blocks; fewer show too little of how requests depend on each other. */
    public static final int FEWEST_BLOCKS = 6;

    /** Nor before so long: what a server does in a minute may be a state of it. */
    public static final int MIN_SECONDS = 120;

    private static final int SHORTEST_BLOCK_SECONDS = 10;
    private static final int LONGEST_BLOCK_SECONDS = 60;

    /** A block is as long as so many requests take to come, between the shortest and the longest. */
    private static final double REQUESTS_OF_A_BLOCK = 60;

    public ProbeRules {
        limits = List.copyOf(limits);
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("a probe needs an objective to ask for");
        }
        if (maxSeconds < MIN_SECONDS) {
            throw new IllegalArgumentException(
                    "a probe must last " + MIN_SECONDS + " s or longer but its longest time was " + maxSeconds + " s");
        }
    }

    /** Length of the blocks in which requests that come so fast are counted: whole multiples of the shortest. */
    public static int blockSeconds(double requestsPerSecond) {
        double wanted =
                Math.ceil(REQUESTS_OF_A_BLOCK / requestsPerSecond / SHORTEST_BLOCK_SECONDS) * SHORTEST_BLOCK_SECONDS;
        return (int) Math.max(SHORTEST_BLOCK_SECONDS, Math.min(LONGEST_BLOCK_SECONDS, wanted));
    }

    /** A probe with such blocks decides nothing before so many of them. */
    static int minBlocks(int blockSeconds) {
        return Math.max(FEWEST_BLOCKS, minRampBlocks(blockSeconds));
    }

    /** A probe of the ramp may end after so many: it only has to show that the load is far from the edge. */
    static int minRampBlocks(int blockSeconds) {
        return (MIN_SECONDS + blockSeconds - 1) / blockSeconds;
    }

    /** The longest a probe lasts: its fewest blocks at the least. */
    int maxSeconds(int blockSeconds) {
        return Math.max(maxSeconds, minBlocks(blockSeconds) * blockSeconds);
    }
}

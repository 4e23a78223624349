package io.tidemark.analysis.designeffect;

import java.util.stream.Stream;

/**
 * Whether a share of bad requests is too high, from too few blocks for an interval: so that overload, which makes answers and with them
 * blocks ever longer, is told all the same. Student's t over blocks of at least a minute, from {@value #FEWEST} on, and again over blocks
 * doubled while so many are left; all must say so. Where the true share is exactly the allowed one it says so wrongly in 0 to 2 % of steps (docs/internals/verdict-statistics.md).
 * Stateless.
 */
public final class EarlyFailure {
    /** Blocks that it takes at least. */
    public static final int FEWEST = 6;

    private static final double CONFIDENCE = 0.975;

    private EarlyFailure() {}

    /**
     * Lower end of the share; 0 of too few.
     *
     * @param blocks of at least a minute each, however long answers take
     */
    public static double lowShare(BlockCounts blocks) {
        return Stream.iterate(blocks, it -> it.size() >= FEWEST, it -> it.merged(2))
                .mapToDouble(it -> it.lowShare(CONFIDENCE))
                .min()
                .orElse(0);
    }
}

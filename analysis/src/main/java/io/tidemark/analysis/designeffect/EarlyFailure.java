package io.tidemark.analysis.designeffect;

import java.util.stream.Stream;

/**
 * Tests whether a share of bad requests is too high where there are too few blocks for an interval. It thus detects overload, which makes
 * answers, and with them blocks, ever longer. The test is Student's t over blocks of at least a minute, for {@value #FEWEST} blocks or more. It is
 * repeated over pairwise merged blocks while at least that many are left; all tests must agree. Where the true share equals the allowed share,
 * the false-positive rate is 0 to 2 % of steps (docs/internals/verdict-statistics.md).
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

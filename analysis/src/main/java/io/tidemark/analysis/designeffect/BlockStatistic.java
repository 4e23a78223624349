package io.tidemark.analysis.designeffect;

import java.util.OptionalDouble;

/** Something that is known of each request, summed over blocks of time that follow each other: its scatter shows how requests depend on each other. */
public interface BlockStatistic {
    /** Number of blocks. */
    int size();

    /** Length of a block. */
    long lengthNanos();

    /** Requests (or values) in all blocks. */
    long count();

    /** So many blocks joined to one each; what is left over at the end is left out. */
    BlockStatistic merged(int together);

    /**
     * The variance of its mean over that of as many independent requests: m * Var(block mean) / Var(x) for blocks of m requests each (Kish,
     * Survey Sampling, 1965, 5.4 and 8.2). Empty where it is the same of all requests, or there is but one block.
     */
    OptionalDouble designEffect();

    /** Joined so that each block is at least so long. */
    default BlockStatistic atLeast(long leastNanos) {
        return merged(Math.toIntExact(Math.max(1, (leastNanos + lengthNanos() - 1) / lengthNanos())));
    }
}

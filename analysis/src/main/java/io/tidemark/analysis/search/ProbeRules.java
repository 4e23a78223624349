package io.tidemark.analysis.search;

import java.util.List;

/**
 * What a probe asks.
 *
 * @param limits share of bad requests that each objective allows, in (0, 1)
 * @param fewestBlocks before which nothing is decided
 * @param mostBlocks after which it ends undecided
 */
public record ProbeRules(List<Double> limits, int fewestBlocks, int mostBlocks) {
    /** Length of a block: requests due in one are counted together; long answers put several together. */
    public static final int BLOCK_SECONDS = 60;

    /** Blocks of a probe unless said otherwise. */
    public static final int FEWEST_BLOCKS = 10;

    public ProbeRules {
        limits = List.copyOf(limits);
        if (limits.isEmpty()) {
            throw new IllegalArgumentException("a probe needs an objective to ask for");
        }
        if (fewestBlocks < 2 || mostBlocks < fewestBlocks) {
            throw new IllegalArgumentException(
                    "blocks of a probe must be 2 <= fewest <= most but were " + fewestBlocks + " and " + mostBlocks);
        }
    }

    /** With the fewest blocks there are; fewer than these tell nothing of how requests depend on each other. */
    public static ProbeRules of(List<Double> limits, int mostBlocks) {
        return new ProbeRules(limits, FEWEST_BLOCKS, mostBlocks);
    }
}

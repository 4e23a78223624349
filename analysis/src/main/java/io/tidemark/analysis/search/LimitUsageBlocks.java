package io.tidemark.analysis.search;

import io.tidemark.analysis.designeffect.BlockCounts;
import java.util.ArrayList;
import java.util.List;

/**
 * One objective's requests by when they were due, in blocks of equal length: how much of its limit each used. Beyond 1 is bad, infinite
 * is not ok, NaN is left out. Keeps counts of steps of 5 %, not the requests.
 */
final class LimitUsageBlocks {
    private static final double STEP = Math.log(1.05);
    private static final int STEPS_BELOW_LIMIT = 90;
    private static final int STEPS = 2 * STEPS_BELOW_LIMIT;

    private final long blockNanos;
    private final List<int[]> blocks = new ArrayList<>();

    LimitUsageBlocks(int blockSeconds) {
        this.blockNanos = blockSeconds * 1_000_000_000L;
    }

    void add(int block, double used) {
        while (blocks.size() <= block) {
            blocks.add(new int[STEPS]);
        }
        if (!Double.isNaN(used)) {
            blocks.get(block)[step(used)]++;
        }
    }

    private static int step(double used) {
        if (used <= 1) {
            double below = used <= 0 ? STEPS_BELOW_LIMIT : -Math.log(used) / STEP;
            return STEPS_BELOW_LIMIT - 1 - (int) Math.min(STEPS_BELOW_LIMIT - 1, below);
        }
        return STEPS_BELOW_LIMIT + (int) Math.min(STEPS_BELOW_LIMIT - 1, Math.log(used) / STEP);
    }

    /** Requests, and those beyond the limit, in the first so many blocks. */
    BlockCounts bad(int first) {
        return beyond(STEPS_BELOW_LIMIT, first);
    }

    /** Those beyond what a share of them uses: as the bad ones would be if the limit were there. */
    BlockCounts blocksWithHighestUsage(double share, int first) {
        long[] sum = new long[STEPS];
        long all = 0;
        for (int block = 0; block < Math.min(first, blocks.size()); block++) {
            for (int step = 0; step < STEPS; step++) {
                sum[step] += blocks.get(block)[step];
                all += blocks.get(block)[step];
            }
        }
        int from = STEPS;
        long above = 0;
        while (from > 0 && above < share * all) {
            from--;
            above += sum[from];
        }
        return beyond(from, first);
    }

    private BlockCounts beyond(int fromStep, int first) {
        long[] n = new long[first];
        long[] beyond = new long[first];
        for (int block = 0; block < Math.min(first, blocks.size()); block++) {
            int[] steps = blocks.get(block);
            for (int step = 0; step < STEPS; step++) {
                n[block] += steps[step];
                beyond[block] += step >= fromStep ? steps[step] : 0;
            }
        }
        return new BlockCounts(blockNanos, n, beyond);
    }
}

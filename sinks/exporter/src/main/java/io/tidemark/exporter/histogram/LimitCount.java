package io.tidemark.exporter.histogram;

import io.tidemark.schemas.sketch.LogHistogram;

/**
 * Counts the values up to one limit exactly, though a sketch gives only how many are in the limit's slot: of those, it counts itself. Where
 * it has not seen all of them, those that it has not seen count as above the limit. Not thread-safe.
 */
final class LimitCount {
    private final long limitNanos;
    private final int slot;
    private long inSlotAtMost;

    /** @param limitNanos > 0 */
    LimitCount(long limitNanos) {
        this.limitNanos = limitNanos;
        this.slot = LogHistogram.slotOf(limitNanos);
    }

    void add(long nanos) {
        if (nanos > 0 && nanos <= limitNanos && LogHistogram.slotOf(nanos) == slot) {
            inSlotAtMost++;
        }
    }

    /** Never falls while the sketch grows: the sketch may be ahead of what was added here, or behind it. */
    long countAtMost(LogHistogram sketch) {
        return sketch.countBelowSlotOf(limitNanos) + Math.min(inSlotAtMost, sketch.countInSlotOf(limitNanos));
    }

    /** Without what was added: the values in the limit's slot are all taken to be at its middle, so within 1.083 % of where they are. */
    long estimateAtMost(LogHistogram sketch) {
        boolean middleIsWithin = 2 * limitNanos >= lowerNanos() + upperNanos();
        return sketch.countBelowSlotOf(limitNanos) + (middleIsWithin ? sketch.countInSlotOf(limitNanos) : 0);
    }

    private double lowerNanos() {
        return upperNanos(slot - 1);
    }

    private double upperNanos() {
        return upperNanos(slot);
    }

    private static double upperNanos(int slot) {
        return Math.pow(2, slot / 32.0);
    }
}

package io.tidemark.exporter.histogram;

import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.ArrayList;
import java.util.List;

/**
 * A sketch of nanoseconds as the buckets of a native histogram of seconds, one for one: nothing is split, joined or lost.
 *
 * <p>Slots of a sketch are as wide as buckets of schema 5, but 10^9 is no power of 2^(1/32): between seconds and nanoseconds the edges of
 * the two do not meet. So each slot goes to the one bucket of schema 8, an eighth as wide, that holds the slot's middle, which is the value
 * that the sketch itself gives for a quantile in the slot. That bucket has the same place in every slot. See
 * docs/decisions/0095-native-histograms-hold-a-slot-at-its-middle.md.
 */
public final class NativeBuckets {
    /** Buckets grow by 2^(2^-8): bucket {@code i} holds (2^((i-1)/256), 2^(i/256)] s. */
    public static final int SCHEMA = 8;

    /** No value of a sketch is as small; a bucket for zero must have a width. */
    public static final double ZERO_THRESHOLD = 0x1p-128;

    /** Furthest that an edge of a slot's bucket is from a value in the slot, over the value: bounds the error of any quantile. */
    public static final double MAX_RELATIVE_ERROR = 0.0129;

    private static final int BUCKETS_PER_SLOT = 8;

    /** {@code floor(256 * log2(10^9) + 4.02)}: 4.02 buckets are between the middle of a slot and its upper edge. */
    private static final int NANOS_PER_SECOND_BUCKETS = 7657;

    private NativeBuckets() {}

    /** The bucket of a slot. */
    public static int index(int slot) {
        return BUCKETS_PER_SLOT * slot - NANOS_PER_SECOND_BUCKETS;
    }

    /** The non-empty slots but that of the values of 0, which a native histogram counts apart. */
    public static NativeHistogramBuckets of(LogHistogram sketch) {
        List<Integer> indexes = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        sketch.forEachSlot((slot, count) -> {
            indexes.add(index(slot));
            counts.add(count);
        });
        return NativeHistogramBuckets.of(indexes, counts);
    }
}

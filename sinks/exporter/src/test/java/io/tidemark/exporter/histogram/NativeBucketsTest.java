package io.tidemark.exporter.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Over every slot that a sketch can have, from 1 ns to 2^63 ns. */
final class NativeBucketsTest {
    private static final int SLOTS = 63 * 32 + 1;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int FROM_SCHEMA_5_TO_8 = 8;

    @Test
    void everySlotIsInTheBucketThatHoldsItsMiddle() {
        IntStream.range(0, SLOTS).forEach(slot -> {
            double middle = 2 * lower(slot) * upper(slot) / (lower(slot) + upper(slot));
            assertThat(middle).as("slot %d", slot).isBetween(bucketLower(slot), bucketUpper(slot));
        });
    }

    @Test
    void everySlotHasABucketOfItsOwn() {
        assertThat(IntStream.range(0, SLOTS).map(NativeBuckets::index).distinct())
                .hasSize(SLOTS);
    }

    /** Whatever value a slot's bucket is read as, and whichever value was counted. */
    @Test
    void noEdgeOfABucketIsFurtherFromAValueThanTheBoundSays() {
        IntStream.range(0, SLOTS)
                .forEach(slot -> assertThat(worstError(NativeBuckets.index(slot), slot))
                        .as("slot %d", slot)
                        .isLessThanOrEqualTo(NativeBuckets.MAX_RELATIVE_ERROR));
    }

    @Test
    void noOtherBucketOfTheSameWidthHasASmallerError() {
        IntStream.range(0, SLOTS).forEach(slot -> {
            double chosen = worstError(NativeBuckets.index(slot), slot);
            assertThat(worstError(NativeBuckets.index(slot) - 1, slot)).isGreaterThan(chosen);
            assertThat(worstError(NativeBuckets.index(slot) + 1, slot)).isGreaterThan(chosen);
        });
    }

    /** What the decision compares with: the same counts under the nearest names of schema 5. */
    @Test
    void renamingSlotsToSchema5WouldBeTwiceAsWrong() {
        int slot = 1_000;
        int nearest = (int) Math.round(slot - 32 * Math.log(NANOS_PER_SECOND) / Math.log(2));
        double below = 1 - Math.pow(2, (nearest - 1) / 32.0) / (upper(slot) / NANOS_PER_SECOND);
        assertThat(below).isBetween(0.0274, 0.0275);
        assertThat(below).isGreaterThan(2 * NativeBuckets.MAX_RELATIVE_ERROR);
    }

    /** Prometheus may reduce a histogram's resolution; slots then still have a bucket each. */
    @Test
    void reducedToSchema5EverySlotStillHasABucketOfItsOwn() {
        assertThat(IntStream.range(0, SLOTS)
                        .map(NativeBuckets::index)
                        .map(index -> Math.floorDiv(index + FROM_SCHEMA_5_TO_8 - 1, FROM_SCHEMA_5_TO_8))
                        .distinct())
                .hasSize(SLOTS);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyCountOfASketchIsInItsBucket(long seed) {
        Random random = new Random(seed);
        LogHistogram sketch = new LogHistogram();
        for (int i = 0; i < 5_000; i++) {
            sketch.add((long) Math.exp(random.nextGaussian() * 3 + 18), 1 + random.nextInt(3));
        }
        Map<Integer, Long> expected = new TreeMap<>();
        sketch.forEachSlot((slot, count) -> expected.put(NativeBuckets.index(slot), count));
        Map<Integer, Long> actual = new TreeMap<>();
        NativeHistogramBuckets buckets = NativeBuckets.of(sketch);
        buckets.forEach(bucket -> actual.put(bucket.getBucketIndex(), bucket.getCount()));
        assertThat(actual).isEqualTo(expected);
        assertThat(actual.values().stream().mapToLong(count -> count).sum() + sketch.zeroCount())
                .isEqualTo(sketch.count());
    }

    static Stream<Long> seeds() {
        return Stream.of(1L, 2L, 3L, 4L, 5L);
    }

    private static double worstError(int index, int slot) {
        double low = Math.pow(2, (index - 1) / 256.0) * NANOS_PER_SECOND;
        double high = Math.pow(2, index / 256.0) * NANOS_PER_SECOND;
        return Math.max(high / lower(slot) - 1, 1 - low / upper(slot));
    }

    private static double bucketLower(int slot) {
        return Math.pow(2, (NativeBuckets.index(slot) - 1) / 256.0) * NANOS_PER_SECOND;
    }

    private static double bucketUpper(int slot) {
        return Math.pow(2, NativeBuckets.index(slot) / 256.0) * NANOS_PER_SECOND;
    }

    private static double lower(int slot) {
        return Math.pow(2, (slot - 1) / 32.0);
    }

    private static double upper(int slot) {
        return Math.pow(2, slot / 32.0);
    }
}

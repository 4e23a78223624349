package io.tidemark.schemas.sketch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.datadoghq.sketch.ddsketch.DDSketch;
import com.datadoghq.sketch.ddsketch.DDSketches;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LogHistogramTest {
    /** Half a bucket: (gamma - 1) / (gamma + 1) for gamma 2^(1/32). */
    private static final Percentage RELATIVE_ERROR = Percentage.withPercentage(1.0831);

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void mergeIsAssociativeAndCommutative(long seed) {
        LogHistogram a = sketch(values(seed, 500));
        LogHistogram b = sketch(values(seed + 100, 300));
        LogHistogram c = sketch(values(seed + 200, 1));

        LogHistogram left = merged(merged(a, b), c);
        LogHistogram right = merged(a, merged(c, b));

        assertThat(left.encode()).isEqualTo(right.encode());
        assertThat(left).isEqualTo(sketch(concat(values(seed, 500), values(seed + 100, 300), values(seed + 200, 1))));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void subtractUndoesMergeOnCountsSumAndQuantiles(long seed) {
        LogHistogram a = sketch(values(seed, 400));
        LogHistogram b = sketch(values(seed + 9, 250));

        LogHistogram both = merged(a, b);
        both.subtract(b);

        assertThat(both.count()).isEqualTo(a.count());
        assertThat(both.sum()).isEqualTo(a.sum());
        for (double q = 0.01; q < 0.995; q += 0.01) {
            assertThat((double) both.quantile(q)).isCloseTo((double) a.quantile(q), RELATIVE_ERROR);
        }
    }

    /** A window of 20 parts that moves on by one: what leaves it is the smallest or the largest value now and then, or as large as it. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void extremesOfAWindowAreExactWhereItSaysThatItKnowsThem(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ArrayDeque<long[]> parts = new ArrayDeque<>();
        LogHistogram window = new LogHistogram();
        int known = 0;
        for (int i = 0; i < 500; i++) {
            long[] part = random.longs(3, 0, 1_000).map(value -> value * 10_000).toArray();
            parts.add(part);
            window.merge(sketch(part));
            if (parts.size() > 20) {
                window.subtract(sketch(parts.remove()));
            }
            long min = parts.stream().flatMapToLong(Arrays::stream).min().orElseThrow();
            long max = parts.stream().flatMapToLong(Arrays::stream).max().orElseThrow();
            if (window.hasExactExtremes()) {
                known++;
                assertThat(window.min()).hasValue(min);
                assertThat(window.max()).hasValue(max);
            } else {
                window.setExactExtremes(min, max);
                assertThat(window.hasExactExtremes()).isTrue();
            }
        }
        assertThat(known).isBetween(400, 499);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16})
    void quantilesAreWithinTheStatedErrorOfTheExactOnes(long seed) {
        long[] values = values(seed, 5_000);
        LogHistogram sketch = sketch(values);
        long[] sorted = values.clone();
        Arrays.sort(sorted);

        for (double q : new double[] {0, 0.001, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999, 1}) {
            long exact = sorted[Math.max(0, (int) Math.ceil(q * sorted.length) - 1)];
            assertThat((double) sketch.quantile(q)).as("q=%s", q).isCloseTo((double) exact, RELATIVE_ERROR);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23})
    void agreesWithDdSketchOfTheSameGamma(long seed) {
        double gamma = Math.pow(2, 1.0 / 32);
        DDSketch oracle = DDSketches.logarithmicUnboundedDense((gamma - 1) / (gamma + 1));
        long[] values = values(seed, 3_000);
        LogHistogram sketch = sketch(values);
        Arrays.stream(values).forEach(oracle::accept);

        for (double q : new double[] {0.5, 0.9, 0.95, 0.99, 0.999}) {
            // Each is within 1.083 % of the exact value, so they are within twice that of one another.
            assertThat((double) sketch.quantile(q))
                    .isCloseTo(oracle.getValueAtQuantile(q), Percentage.withPercentage(2.2));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {31, 32, 33, 34, 35})
    void decodeUndoesEncode(long seed) {
        LogHistogram sketch = sketch(values(seed, (int) (seed * 7)));
        assertThat(LogHistogram.decode(sketch.encode())).isEqualTo(sketch);
        assertThat(LogHistogram.decode(sketch.encode()).max()).isEqualTo(sketch.max());
    }

    @Test
    void everyTruncationOfAnEncodingIsRefused() {
        byte[] whole = sketch(values(5, 40)).encode();
        for (int length = 1; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> LogHistogram.decode(cut))
                    .as("%s bytes", length)
                    .isInstanceOf(SketchFormatException.class);
        }
        assertThatThrownBy(() -> LogHistogram.decode(Arrays.copyOf(whole, whole.length + 1)))
                .isInstanceOf(SketchFormatException.class)
                .hasMessageContaining("1 bytes after its end");
    }

    @Test
    void moreValuesThanANumberHoldsAreRefused() {
        byte[] zeros = {1, 5, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1, -1, 127, 1, 0, 1};
        assertThatThrownBy(() -> LogHistogram.decode(zeros))
                .isInstanceOf(SketchFormatException.class)
                .hasMessage("sketch counts must be at most 2^63 - 1 together but were 9223372036854775807 and 1");
    }

    @Test
    void anotherVersionOrScaleIsRefused() {
        assertThatThrownBy(() -> LogHistogram.decode(new byte[] {2, 5, 0, 0, 0, 1, 0}))
                .hasMessage("sketch version must be 1 but was 2");
        assertThatThrownBy(() -> LogHistogram.decode(new byte[] {1, 6, 0, 0, 0, 1, 0}))
                .hasMessage("sketch scale must be 5 but was 6");
    }

    @Test
    void bucketsAreThoseOfOpenTelemetryScale5() {
        // (2^(i/32), 2^((i+1)/32)]: powers of two are the upper bounds of their buckets.
        assertThat(LogBuckets.slot(1)).isZero();
        assertThat(LogBuckets.slot(2)).isEqualTo(32);
        assertThat(LogBuckets.slot(1L << 40)).isEqualTo(40 * 32);
        assertThat(LogBuckets.slot((1L << 40) + 1)).isEqualTo(40 * 32 + 1);
        assertThat(LogBuckets.slot(Long.MAX_VALUE)).isEqualTo(63 * 32);
    }

    @ParameterizedTest
    @ValueSource(longs = {41, 42, 43})
    void everyValueLiesWithinTheBoundsOfItsBucket(long seed) {
        for (long value : values(seed, 2_000)) {
            int slot = LogBuckets.slot(value);
            assertThat((double) value)
                    .isBetween(LogBuckets.lower(slot) * (1 - 1e-12), LogBuckets.upper(slot) * (1 + 1e-12));
        }
    }

    @Test
    void zerosAreKeptApart() {
        LogHistogram sketch = new LogHistogram();
        sketch.add(0, 3);
        sketch.add(100);

        assertThat(sketch.quantile(0.75)).isZero();
        assertThat(sketch.quantile(1)).isEqualTo(100);
        assertThat(sketch.countAtMost(0)).isEqualTo(3);
        assertThat(sketch.countAtMost(100)).isEqualTo(4);
        assertThat(sketch.min()).hasValue(0);
    }

    @Test
    void subtractingWhatWasNotMergedIsRefusedAndChangesNothing() {
        LogHistogram sketch = sketch(new long[] {5, 10});
        byte[] before = sketch.encode();
        assertThatThrownBy(() -> sketch.subtract(sketch(new long[] {7}))).isInstanceOf(IllegalArgumentException.class);
        assertThat(sketch.encode()).isEqualTo(before);
    }

    @Test
    void negativeValuesAreRefused() {
        assertThatThrownBy(() -> new LogHistogram().add(-1)).hasMessageContaining("-1");
    }

    @Test
    void aPaneOfTwoValuesIsSmall() {
        assertThat(sketch(new long[] {31_000_000, 33_000_000}).encode().length).isLessThanOrEqualTo(25);
    }

    /** Lognormal with a 2 % heavy tail, in nanoseconds, around 300 ms: what TTFTs look like. */
    private static long[] values(long seed, int n) {
        SplittableRandom random = new SplittableRandom(seed);
        return LongStream.range(0, n)
                .map(i -> Math.max(
                        1,
                        Math.round(300e6 * Math.exp(0.8 * random.nextGaussian()) * (random.nextInt(50) == 0 ? 20 : 1))))
                .toArray();
    }

    private static LogHistogram sketch(long[] values) {
        LogHistogram sketch = new LogHistogram();
        Arrays.stream(values).forEach(sketch::add);
        return sketch;
    }

    private static LogHistogram merged(LogHistogram a, LogHistogram b) {
        LogHistogram merged = a.copy();
        merged.merge(b);
        return merged;
    }

    private static long[] concat(long[]... parts) {
        return Arrays.stream(parts).flatMapToLong(Arrays::stream).toArray();
    }

    /** Of values that crowd just beyond a limit, or just below it, and of ones that are spread. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void countsErrOnNeitherSideByMoreThanTheSketchsError(int seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long limit = random.nextLong(50_000_000, 900_000_000);
        LogHistogram sketch = new LogHistogram();
        long[] values = random.doubles(5_000, -0.03, 0.03)
                .mapToLong(off -> Math.round(limit * (1 + off)))
                .toArray();
        Arrays.stream(values).forEach(sketch::add);

        assertThat(sketch.countAtMost(limit))
                .isBetween(atMost(values, limit / 1.01083), atMost(values, limit * 1.01083));
    }

    /** A day of a step at 650,000 values a second is 2^35.7 of them. */
    @ParameterizedTest
    @ValueSource(longs = {1L << 31, (1L << 32) - 1, 1L << 32, 1L << 36, 1L << 52})
    void aSlotHoldsMoreThanAnIntDoes(long times) {
        LogHistogram soak = new LogHistogram();
        soak.add(1_000, times);
        soak.add(5);
        soak.add(3_000_000_000L, 2);
        LogHistogram twice = soak.copy();
        twice.merge(soak);

        assertThat(twice.count()).isEqualTo(2 * times + 6);
        assertThat(twice.quantile(0.5)).isBetween(989L, 1_011L);
        assertThat(twice.quantile(1)).isEqualTo(3_000_000_000L);
        assertThat(twice.countAtMost(2_000)).isEqualTo(2 * times + 2);
        assertThat(LogHistogram.decode(twice.encode())).isEqualTo(twice);
        assertThat(LogHistogram.decode(twice.encode()).count()).isEqualTo(twice.count());

        twice.subtract(soak);
        twice.setExactExtremes(5, 3_000_000_000L);
        assertThat(twice).isEqualTo(soak);
        assertThatThrownBy(() -> soak.subtract(merged(soak, soak))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void itGrowsOnBothSidesOfASlotThatHoldsMoreThanAnIntDoes() {
        LogHistogram sketch = new LogHistogram();
        sketch.add(1L << 30, 1L << 40);
        sketch.add(2);
        sketch.add(1L << 50);
        assertThat(sketch.count()).isEqualTo((1L << 40) + 2);
        assertThat(sketch.countAtMost(1L << 20)).isEqualTo(1);
        assertThat(sketch.countAtMost(1L << 40)).isEqualTo((1L << 40) + 1);
    }

    /** Values from 1 ns to 146 years, few and many, near and far apart: against a plain map. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void slotsAreCountedAlikeHoweverFarApartTheyAre(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        LogHistogram sketch = new LogHistogram();
        TreeMap<Integer, Long> counts = new TreeMap<>();
        ArrayDeque<LogHistogram> parts = new ArrayDeque<>();
        for (int i = 0; i < 400; i++) {
            LogHistogram part = new LogHistogram();
            for (int left = random.nextInt(6); left >= 0; left--) {
                part.add(
                        random.nextInt(3) == 0 ? 1L << random.nextInt(62) : random.nextLong(5_000_000, 90_000_000),
                        random.nextInt(50) == 0 ? 1L << 33 : 1);
            }
            part.forEachSlot((slot, count) -> counts.merge(slot, count, Long::sum));
            sketch.merge(part);
            parts.add(part);
            if (random.nextInt(3) == 0) {
                LogHistogram gone = parts.remove();
                gone.forEachSlot((slot, count) -> counts.merge(slot, -count, Long::sum));
                counts.values().removeIf(count -> count == 0);
                sketch.subtract(gone);
            }
            assertHolds(random.nextBoolean() ? sketch : LogHistogram.decode(sketch.encode()), counts);
        }
    }

    private static void assertHolds(LogHistogram sketch, SortedMap<Integer, Long> counts) {
        TreeMap<Integer, Long> slots = new TreeMap<>();
        sketch.forEachSlot(slots::put);
        assertThat(slots).isEqualTo(counts);
        long through = 0;
        for (Map.Entry<Integer, Long> slot : counts.entrySet()) {
            through += slot.getValue();
            assertThat(sketch.slots().countThrough(slot.getKey())).isEqualTo(through);
            assertThat(sketch.slots().slotOfRank(through)).isEqualTo(slot.getKey());
        }
    }

    @Test
    void aFewValuesFarApartTakeLittleHeap() {
        long twoDays = 172_800_000_000_000L;
        assertThat(sketch(new long[] {1, twoDays}).heapBytes()).isLessThan(300);
        assertThat(sketch(LongStream.range(0, 62).map(i -> 1L << i).toArray()).heapBytes())
                .isLessThan(1_200);
        assertThat(new LogHistogram().heapBytes()).isZero();
    }

    @Test
    void theSumStopsInsteadOfFailing() {
        LogHistogram sketch = new LogHistogram();
        sketch.add(Long.MAX_VALUE / 2, 2);
        sketch.add(10_000);
        sketch.merge(sketch.copy());
        assertThat(sketch.sum()).isEqualTo(Long.MAX_VALUE);
        assertThat(LogHistogram.decode(sketch.encode()).sum()).isEqualTo(Long.MAX_VALUE);
    }

    /** Slot 32 holds (2^(31/32), 2] ns: 2 alone. */
    @Test
    void slotsAreCountedApartFromTheValuesOf0() {
        LogHistogram sketch = new LogHistogram();
        sketch.add(0, 3);
        sketch.add(1, 4);
        sketch.add(2, 5);
        Map<Integer, Long> slots = new TreeMap<>();
        sketch.forEachSlot(slots::put);
        assertThat(slots).isEqualTo(Map.of(0, 4L, 32, 5L));
        assertThat(sketch.zeroCount()).isEqualTo(3);
        assertThat(LogHistogram.slotOf(2)).isEqualTo(32);
    }

    @Test
    void countsBelowAndInTheSlotOfAValueAddUpToThoseThroughIt() {
        LogHistogram sketch = new LogHistogram();
        for (long nanos : new long[] {0, 10, 1_000_000, 1_001_000, 1_500_000}) {
            sketch.add(nanos);
        }
        assertThat(LogHistogram.slotOf(1_000_000)).isEqualTo(LogHistogram.slotOf(1_001_000));
        assertThat(sketch.countBelowSlotOf(1_000_500)).isEqualTo(2);
        assertThat(sketch.countInSlotOf(1_000_500)).isEqualTo(2);
        assertThat(sketch.countBelowSlotOf(0)).isZero();
        assertThat(sketch.countInSlotOf(0)).isEqualTo(1);
    }

    private static long atMost(long[] values, double limit) {
        return Arrays.stream(values).filter(value -> value <= limit).count();
    }

    @Test
    void whatWasMergedCanBeSubtractedWhenTheSumIsBeyond63Bits() {
        LogHistogram all = new LogHistogram();
        LogHistogram one = new LogHistogram();
        one.add(1L << 47, 1L << 16);
        all.merge(one);
        all.merge(one);
        all.merge(one);
        assertThat(all.sum()).isEqualTo(Long.MAX_VALUE);
        all.subtract(one);
        all.subtract(one);
        all.subtract(one);
        assertThat(all.isEmpty()).isTrue();
        assertThat(all.sum()).isZero();
    }
}

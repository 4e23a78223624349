package io.tidemark.exporter.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBucket;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class LatencyHistogramTest {
    private static final long MILLI = 1_000_000;
    private static final long LIMIT = 60 * MILLI;

    private final LatencyHistogram histogram = new LatencyHistogram(true);

    /** 59.9, 60 and 60.1 ms are in one slot of the sketch, which cannot tell them apart. */
    @Test
    void valuesBesideALimitAreCountedExactly() {
        long[] values = {10 * MILLI, 59_900_000, LIMIT, LIMIT + 1, 60_100_000, 900 * MILLI};
        assertThat(LogHistogram.slotOf(59_900_000)).isEqualTo(LogHistogram.slotOf(60_100_000));
        histogram.setLimits(Set.of(LIMIT));
        LongStream.of(values).forEach(histogram::addValue);
        histogram.step(window(0, 10, values));
        assertThat(atMost(0.06)).isEqualTo(3);
        assertThat(snapshot().getCount()).isEqualTo(6);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void limitsAreExactWhereverTheyAreInTheirSlot(long seed) {
        Random random = new Random(seed);
        long limit = 20 * MILLI + random.nextInt(80_000_000);
        long[] values =
                random.longs(3_000, limit - limit / 20, limit + limit / 20).toArray();
        histogram.setLimits(Set.of(limit));
        LongStream.of(values).forEach(histogram::addValue);
        histogram.step(window(0, 10, values));
        assertThat(atMost(limit / 1e9))
                .isEqualTo(LongStream.of(values).filter(value -> value <= limit).count());
    }

    @Test
    void countsNeverFallWhicheverOfWindowsAndRequestsIsAhead() {
        histogram.setLimits(Set.of(LIMIT));
        histogram.step(window(0, 10, 59_900_000));
        assertThat(atMost(0.06)).as("its request is not read yet").isZero();
        histogram.addValue(59_900_000);
        assertThat(atMost(0.06)).isEqualTo(1);
        histogram.addValue(59_950_000);
        assertThat(atMost(0.06)).as("its window is not read yet").isEqualTo(1);
        histogram.step(window(0, 11, 59_900_000, 59_950_000));
        assertThat(atMost(0.06)).isEqualTo(2);
    }

    @Test
    void stepsAddUp() {
        histogram.step(window(0, 10, MILLI, 2 * MILLI));
        histogram.step(window(1, 20, 3 * MILLI));
        assertThat(snapshot().getCount()).isEqualTo(3);
        assertThat(snapshot().getSum()).isEqualTo(0.006);
    }

    @Test
    void anOlderOrSmallerViewOfAStepIsPassedOver() {
        histogram.step(window(0, 20, MILLI, MILLI, MILLI));
        histogram.step(window(0, 19, MILLI, MILLI));
        histogram.step(window(0, 21, MILLI, MILLI));
        assertThat(snapshot().getCount()).isEqualTo(3);
        histogram.step(window(0, 20, MILLI, MILLI, MILLI, MILLI));
        assertThat(snapshot().getCount()).as("late data came").isEqualTo(4);
    }

    @Test
    void aStepWithManyAfterItChangesNoMore() {
        for (int step = 0; step < 40; step++) {
            histogram.step(window(step, 10 + step, MILLI));
        }
        histogram.step(window(0, 60, MILLI, MILLI));
        assertThat(snapshot().getCount()).as("each of 40").isEqualTo(40);
        histogram.step(window(39, 60, MILLI, MILLI));
        assertThat(snapshot().getCount()).as("late data of the last").isEqualTo(41);
    }

    @Test
    void valuesOf0AreCountedApart() {
        histogram.setLimits(Set.of(LIMIT));
        histogram.step(window(0, 10, 0, 0, MILLI));
        assertThat(snapshot().getNativeZeroCount()).isEqualTo(2);
        assertThat(atMost(0.06)).isEqualTo(3);
    }

    @Test
    void withoutSingleValuesALimitIsEstimatedByTheMiddleOfItsSlot() {
        LatencyHistogram gaps = new LatencyHistogram(false);
        gaps.setLimits(Set.of(LIMIT));
        gaps.step(window(0, 10, MILLI, LIMIT - 1, 900 * MILLI));
        long before = bucket(gaps, 0.06);
        gaps.step(window(0, 11, MILLI, LIMIT - 1, 900 * MILLI, 910 * MILLI));
        assertThat(bucket(gaps, 0.06)).isEqualTo(before).isBetween(1L, 2L);
    }

    @Test
    void theNewestRequestOfEachBucketIsItsExemplar() {
        histogram.setLimits(Set.of(LIMIT));
        histogram.step(window(0, 10, MILLI, 2 * MILLI, 70 * MILLI));
        histogram.setExemplar(MILLI, Labels.of("request", "a/1"), Instant.EPOCH);
        histogram.setExemplar(2 * MILLI, Labels.of("request", "a/2"), Instant.EPOCH);
        histogram.setExemplar(70 * MILLI, Labels.of("request", "a/3"), Instant.EPOCH);
        assertThat(snapshot().getExemplars())
                .extracting(exemplar -> exemplar.getLabels().get("request"))
                .containsExactly("a/2", "a/3");
    }

    private HistogramDataPointSnapshot snapshot() {
        return histogram.snapshot(Labels.EMPTY);
    }

    private long atMost(double seconds) {
        return bucket(histogram, seconds);
    }

    private static long bucket(LatencyHistogram of, double seconds) {
        return of.snapshot(Labels.EMPTY).getClassicBuckets().stream()
                .filter(bucket -> bucket.getUpperBound() <= seconds)
                .mapToLong(ClassicHistogramBucket::getCount)
                .sum();
    }

    private static WindowStats window(int step, long endSecond, long... nanos) {
        LogHistogram sketch = new LogHistogram();
        LongStream.of(nanos).forEach(sketch::add);
        return WindowStats.newBuilder()
                .setRun("01ARZ3NDEKTSV4RRFFQ69G5FAV")
                .setStep(step)
                .setTarget("vllm")
                .setMetric(MetricName.TTFT)
                .setWindowSeconds(0)
                .setStart(Instant.EPOCH)
                .setEnd(Instant.ofEpochSecond(endSecond))
                .setFinality(Finality.FINAL)
                .setCount(sketch.count())
                .setSumNanos(sketch.sum())
                .setSketch(ByteBuffer.wrap(sketch.encode()))
                .build();
    }
}

package io.tidemark.reports.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.quantile.RankedValues;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LongSamplesTest {
    /** More than a few pieces hold. */
    private static final int MANY = 50_000;

    private static LongSamples of(LongStream numbers) {
        LongSamples values = new LongSamples();
        numbers.forEach(values::add);
        return values;
    }

    @Test
    void theyComeOutInOrderHoweverManyThereAre() {
        assertThat(of(LongStream.iterate(MANY - 1L, n -> n - 1).limit(MANY)).sorted())
                .containsExactly(LongStream.range(0, MANY).toArray());
        assertThat(of(LongStream.of(3, 1, 2)).sorted()).containsExactly(1, 2, 3);
        assertThat(new LongSamples().sorted()).isEmpty();
    }

    @Test
    void whatComesAfterTheyWereAskedForCounts() {
        LongSamples values = new LongSamples();
        assertThat(values.sorted()).isEmpty();
        values.add(5);
        assertThat(values.sorted()).containsExactly(5);
        values.add(4);
        assertThat(values.sorted()).containsExactly(4, 5);
    }

    @Test
    void severalTogetherAreRankedAsOne() {
        LongSamples low = of(LongStream.range(0, MANY));
        LongSamples high = of(LongStream.range(MANY, 2L * MANY));
        RankedValues together = LongSamples.merged(Stream.of(high, new LongSamples(), low));
        assertThat(together.count()).isEqualTo(2L * MANY);
        assertThat(LongStream.of(1, MANY, MANY + 1L, 2L * MANY).map(together::nanosAt))
                .containsExactly(0L, MANY - 1L, (long) MANY, 2L * MANY - 1);
        assertThat(LongSamples.merged(Stream.of()).count()).isZero();
    }
}

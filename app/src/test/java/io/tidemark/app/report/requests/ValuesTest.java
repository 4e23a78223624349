package io.tidemark.app.report.requests;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.RankedValues;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ValuesTest {
    /** More than a few pieces hold. */
    private static final int MANY = 50_000;

    private static Values of(LongStream numbers) {
        Values values = new Values();
        numbers.forEach(values::add);
        return values;
    }

    @Test
    void theyComeOutInOrderHoweverManyThereAre() {
        assertThat(of(LongStream.iterate(MANY - 1L, n -> n - 1).limit(MANY)).sorted())
                .containsExactly(LongStream.range(0, MANY).toArray());
        assertThat(of(LongStream.of(3, 1, 2)).sorted()).containsExactly(1, 2, 3);
        assertThat(new Values().sorted()).isEmpty();
    }

    @Test
    void whatComesAfterTheyWereAskedForCounts() {
        Values values = new Values();
        assertThat(values.sorted()).isEmpty();
        values.add(5);
        assertThat(values.sorted()).containsExactly(5);
        values.add(4);
        assertThat(values.sorted()).containsExactly(4, 5);
    }

    @Test
    void severalTogetherAreRankedAsOne() {
        Values low = of(LongStream.range(0, MANY));
        Values high = of(LongStream.range(MANY, 2L * MANY));
        RankedValues together = Values.together(Stream.of(high, new Values(), low));
        assertThat(together.count()).isEqualTo(2L * MANY);
        assertThat(LongStream.of(1, MANY, MANY + 1L, 2L * MANY).map(together::nanosAt))
                .containsExactly(0L, MANY - 1L, (long) MANY, 2L * MANY - 1);
        assertThat(Values.together(Stream.of()).count()).isZero();
    }
}

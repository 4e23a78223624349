package io.tidemark.producer.plan.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LengthRangeTest {
    @Test
    void aroundIsVllmsMeaningOfARangeRatio() {
        assertThat(LengthRange.around(1024, 0.5)).isEqualTo(new LengthRange(512, 1536));
        // floor(75.75) and ceil(126.25).
        assertThat(LengthRange.around(101, 0.25)).isEqualTo(new LengthRange(75, 127));
        assertThat(LengthRange.around(128, 0)).isEqualTo(LengthRange.of(128));
    }

    @Test
    void upToIsSglangsMeaningOfARangeRatio() {
        assertThat(LengthRange.upTo(1024, 0.5)).isEqualTo(new LengthRange(512, 1024));
        assertThat(LengthRange.upTo(1024, 1)).isEqualTo(LengthRange.of(1024));
        assertThat(LengthRange.upTo(1024, 0)).isEqualTo(new LengthRange(1, 1024));
    }

    @Test
    void ratiosOutsideTheirMeaningAreRefused() {
        assertThatThrownBy(() -> LengthRange.around(10, 1)).hasMessage("a range ratio must be in [0, 1) but was 1.0");
        assertThatThrownBy(() -> LengthRange.upTo(10, 1.1)).hasMessage("a range ratio must be in [0, 1] but was 1.1");
    }

    @Test
    void lengthsAreDrawnEvenlyWithBothEnds() {
        SplittableRandom random = new SplittableRandom(1);
        LengthRange range = LengthRange.around(100, 0.25);

        int[] drawn = IntStream.generate(() -> range.draw(random)).limit(20_000).toArray();

        assertThat(IntStream.of(drawn).min()).hasValue(75);
        assertThat(IntStream.of(drawn).max()).hasValue(125);
        // The mean of 20,000 even draws from 51 numbers has a standard deviation of 14.7 / sqrt(20,000) = 0.104.
        assertThat(IntStream.of(drawn).average().orElseThrow()).isCloseTo(100, within(0.42));
    }
}

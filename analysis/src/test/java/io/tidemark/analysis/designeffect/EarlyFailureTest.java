package io.tidemark.analysis.designeffect;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class EarlyFailureTest {
    @Test
    void sixMinutesOfNothingButBadRequestsFailAndFiveDoNot() {
        assertThat(EarlyFailure.lowShare(minutes(10, 10, 10, 10, 10, 10))).isGreaterThan(0.05);
        assertThat(EarlyFailure.lowShare(minutes(10, 10, 10, 10, 10))).isLessThan(0.05);
    }

    @Test
    void aQueueThatGrowsFromAGoodBeginningFails() {
        assertThat(EarlyFailure.lowShare(minutes(0, 4, 10, 10, 10, 10, 10, 10))).isGreaterThan(0.05);
    }

    @Test
    void oneBadMinuteOfSixIsNotThatCertain() {
        // mean 0.1667, standard error 0.1667, t(5 df, 97.5 %) = 2.57
        assertThat(EarlyFailure.lowShare(minutes(10, 0, 0, 0, 0, 0))).isLessThan(0.05);
    }

    @Test
    void oneLongBadTimeOfTwelveMinutesIsNotThatCertainEither() {
        long[] bad = LongStream.range(0, 12).map(i -> i < 6 ? 10 : 0).toArray();

        // 12 single minutes: 0.5 - 2.20 * 0.151 = 0.17; 6 doubled ones: 0.5 - 2.57 * 0.224 is below 0
        assertThat(EarlyFailure.lowShare(minutes(bad))).isLessThan(0.05);
    }

    private static BlockCounts minutes(long... bad) {
        long[] counts = new long[bad.length];
        Arrays.fill(counts, 10);
        return new BlockCounts(60_000_000_000L, counts, bad);
    }
}

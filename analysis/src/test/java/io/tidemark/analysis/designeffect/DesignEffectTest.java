package io.tidemark.analysis.designeffect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DesignEffectTest {
    private static final long MINUTE = 60_000_000_000L;

    @Test
    void nineteenBlocksAreTooFew() {
        assertThat(DesignEffect.of(List.of(BlockCountsTest.alternating(19)))).isEmpty();
    }

    @Test
    void isWidenedForTheFewBlocksThatItComesFrom() {
        // 20 * 25 * 20/19 / 200^2 over 0.25 / 200 = 10.526, times (2.09302 / 1.95996)^2; pairs of blocks are all alike
        assertThat(of(BlockCountsTest.alternating(20)).value()).isEqualTo(12.004, within(0.001));
    }

    @Test
    void growsWithLongerBlocksWhereBlocksDependOnEachOther() {
        // Bad for two minutes, good for two: doubled blocks alternate as single ones did, each with 20 requests.
        long[] bad = LongStream.range(0, 40).map(i -> i / 2 % 2 == 0 ? 10 : 0).toArray();

        // 20 blocks of 20: 20 * 100 * 20/19 / 400^2 over 0.25 / 400 = 21.053, times 1.14037
        assertThat(of(bad).value()).isEqualTo(24.008, within(0.001));
        assertThat(of(bad).blocks()).isEqualTo(40);
        assertThat(of(bad).blockNanos()).isEqualTo(MINUTE);
    }

    @Test
    void isTheLargestOfTheIndicators() {
        BlockCounts none = new BlockCounts(MINUTE, tens(20), new long[20]);

        assertThat(DesignEffect.of(List.of(none, BlockCountsTest.alternating(20))))
                .hasValueSatisfying(effect -> assertThat(effect.value()).isGreaterThan(12));
    }

    @Test
    void isNeverBelowOne() {
        long[] oneEach = LongStream.generate(() -> 1).limit(20).toArray();

        assertThat(of(oneEach).value()).isEqualTo(1);
        assertThat(of(oneEach).effective(200)).isEqualTo(200);
    }

    @Test
    void whereNothingVariesEachBlockCountsOnce() {
        assertThat(of(new long[20]).value()).isEqualTo(10);
    }

    private static DesignEffect of(long[] bad) {
        return of(new BlockCounts(MINUTE, tens(bad.length), bad));
    }

    private static DesignEffect of(BlockCounts blocks) {
        return DesignEffect.of(List.of(blocks)).orElseThrow();
    }

    private static long[] tens(int size) {
        long[] tens = new long[size];
        Arrays.fill(tens, 10);
        return tens;
    }
}

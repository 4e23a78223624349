package io.tidemark.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
    @Test
    void valuesThatRiseAllTheWayAreADriftFromSixOn() {
        assertThat(Trend.of(100, 104, 108, 112, 116)).as("five").isEmpty();
        Trend trend = Trend.of(100, 104, 108, 112, 116, 120).orElseThrow();
        assertThat(trend.chance()).isCloseTo(2.0 / 720, within(1e-12));
        assertThat(trend.change()).isCloseTo(20.0 / 110, within(1e-12));
        assertThat(trend.isDrift()).isTrue();
    }

    @Test
    void oneExchangeOfNeighboursIsKnownFromTheOrdersOfSix() {
        // 1 + 5 of the 720 orders have at most one falling pair, as many at most one rising pair
        Trend trend = Trend.of(100, 108, 104, 112, 116, 120).orElseThrow();
        assertThat(trend.chance()).isCloseTo(12.0 / 720, within(1e-12));
        assertThat(trend.isDrift()).isFalse();
    }

    @Test
    void aSmallRiseIsNoDriftHoweverClear() {
        Trend trend = Trend.of(
                        IntStream.range(0, 20).mapToDouble(i -> 1_000 + i).toArray())
                .orElseThrow();
        assertThat(trend.chance()).isLessThan(1e-10);
        assertThat(trend.isDrift()).isFalse();
    }

    @Test
    void fallingIsADriftToo() {
        Trend trend = Trend.of(200, 180, 160, 140, 120, 100).orElseThrow();
        assertThat(trend.change()).isNegative();
        assertThat(trend.isDrift()).isTrue();
    }

    @Test
    void steadyValuesShowADriftNoOftenerThanTheLevel() {
        SplittableRandom random = new SplittableRandom(1);
        long drifts = IntStream.range(0, 4_000)
                .filter(trial -> Trend.of(random.doubles(12, 100, 1_000).toArray())
                        .orElseThrow()
                        .isDrift())
                .count();
        assertThat(drifts).isLessThanOrEqualTo(30); // 20 expected at 1 in 200
    }

    @Test
    void aDayOfSegmentsIsTold() {
        double[] day = IntStream.range(0, 144).mapToDouble(i -> 100 + i % 7 + i).toArray();
        assertThat(Trend.of(day).orElseThrow().isDrift()).isTrue();
        assertThat(Trend.of(new double[144])).as("all 0").isEmpty();
    }
}

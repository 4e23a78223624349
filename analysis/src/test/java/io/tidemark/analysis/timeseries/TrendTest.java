package io.tidemark.analysis.timeseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TrendTest {
    @Test
    void oneFigureShowsADriftFromSixValuesOnAndSixFiguresFromSeven() {
        assertThat(Trend.minPoints(1))
                .as("2 of 6! is less than 1 of 200, 2 of 5! more")
                .isEqualTo(6);
        assertThat(Trend.minPoints(6)).isEqualTo(7);
        assertThat(Trend.of(100, 104, 108, 112, 116).orElseThrow().isDrift(1)).isFalse();
        Trend trend = Trend.of(100, 104, 108, 112, 116, 120).orElseThrow();
        assertThat(trend.pValue()).isCloseTo(2.0 / 720, within(1e-12));
        assertThat(trend.change()).isCloseTo(20.0 / 110, within(1e-12));
        assertThat(trend.isDrift(1)).isTrue();
        assertThat(trend.isDrift(6)).as("six figures are looked at").isFalse();
    }

    @Test
    void oneExchangeOfNeighboursIsKnownFromTheOrdersOfSix() {
        // 1 + 5 of the 720 orders have at most one falling pair, as many at most one rising pair
        Trend trend = Trend.of(100, 108, 104, 112, 116, 120).orElseThrow();
        assertThat(trend.pValue()).isCloseTo(12.0 / 720, within(1e-12));
        assertThat(trend.isDrift(1)).isFalse();
    }

    @Test
    void aSmallRiseIsNoDriftHoweverClear() {
        Trend trend = Trend.of(
                        IntStream.range(0, 20).mapToDouble(i -> 1_000 + i).toArray())
                .orElseThrow();
        assertThat(trend.pValue()).isLessThan(1e-10);
        assertThat(trend.isDrift(1)).isFalse();
    }

    @Test
    void fallingIsADriftToo() {
        Trend trend = Trend.of(200, 180, 160, 140, 120, 100).orElseThrow();
        assertThat(trend.change()).isNegative();
        assertThat(trend.isDrift(1)).isTrue();
    }

    @Test
    void steadyValuesShowADriftNoOftenerThanTheLevel() {
        SplittableRandom random = new SplittableRandom(1);
        long drifts = IntStream.range(0, 4_000)
                .filter(trial -> Trend.of(random.doubles(12, 100, 1_000).toArray())
                        .orElseThrow()
                        .isDrift(1))
                .count();
        assertThat(drifts).isLessThanOrEqualTo(30); // 20 expected at 1 in 200
    }

    @Test
    void theNormalDistributionGoesOnWhereTheExactOneEnds() {
        SplittableRandom random = new SplittableRandom(2);
        for (int trial = 0; trial < 20; trial++) {
            double[] values = random.doubles(61, 100, 120).toArray();
            for (int i = 0; i < values.length; i++) {
                values[i] += 0.1 * i;
            }
            double beyond = Trend.of(values).orElseThrow().pValue();
            double exact = Trend.of(Arrays.copyOf(values, 60)).orElseThrow().pValue();
            assertThat(beyond).isBetween(exact / 4 - 1e-4, 4 * exact + 1e-4);
        }
    }

    @Test
    void aDayOfSegmentsIsTold() {
        double[] day = IntStream.range(0, 144).mapToDouble(i -> 100 + i % 7 + i).toArray();
        assertThat(Trend.of(day).orElseThrow().isDrift(1)).isTrue();
        assertThat(Trend.of(new double[144])).as("all 0").isEmpty();
    }
}

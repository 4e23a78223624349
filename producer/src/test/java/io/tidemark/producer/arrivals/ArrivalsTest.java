package io.tidemark.producer.arrivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.fixtures.TestResources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArrivalsTest {
    private static long[] first(Arrivals arrivals, int count) {
        return LongStream.generate(() -> arrivals.nextNanos().orElseThrow())
                .limit(count)
                .toArray();
    }

    static Stream<Arrivals> all() {
        return Stream.of(
                new PoissonArrivals(700, new SplittableRandom(1)),
                new PoissonArrivals(0.01, new SplittableRandom(2)),
                new ConstantArrivals(3),
                new TraceArrivals(AzureTraceReader.read(TestResources.path("traces/azure-conv-200.csv"), 200), 2.5));
    }

    @ParameterizedTest
    @MethodSource("all")
    void neverGoBack(Arrivals arrivals) {
        long[] offsets = first(arrivals, 200);

        assertThat(offsets).isSorted();
        assertThat(offsets[0]).isNotNegative();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aSeedGivesTheSameArrivals(long seed) {
        long[] once = first(new PoissonArrivals(20, new SplittableRandom(seed)), 500);
        long[] again = first(new PoissonArrivals(20, new SplittableRandom(seed)), 500);

        assertThat(again).isEqualTo(once);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void poissonGapsHaveTheMeanAndTheSpreadOfAnExponential(long seed) {
        int n = 20_000;
        long[] offsets = first(new PoissonArrivals(50, new SplittableRandom(seed)), n);
        double[] gaps = new double[n - 1];
        Arrays.setAll(gaps, i -> offsets[i + 1] - offsets[i]);
        double mean = Arrays.stream(gaps).average().orElseThrow();
        double variance = Arrays.stream(gaps).map(g -> (g - mean) * (g - mean)).sum() / gaps.length;

        // Standard error of the mean of 20,000 exponential gaps: 0.7 %; of their coefficient of variation: 1 %.
        assertThat(mean).isCloseTo(20e6, within(20e6 * 0.03));
        assertThat(Math.sqrt(variance) / mean).isCloseTo(1, within(0.05));
    }

    @Test
    void poissonCountsAreNotRescaledToTheAskedRate() {
        SplittableRandom seeds = new SplittableRandom(9);
        long[] inTenSeconds = LongStream.range(0, 200)
                .map(i -> {
                    PoissonArrivals arrivals = new PoissonArrivals(70, seeds.split());
                    return LongStream.generate(() -> arrivals.nextNanos().orElseThrow())
                            .takeWhile(offset -> offset < 10_000_000_000L)
                            .count();
                })
                .toArray();
        double mean = Arrays.stream(inTenSeconds).average().orElseThrow();
        double variance = Arrays.stream(inTenSeconds)
                        .mapToDouble(n -> (n - mean) * (n - mean))
                        .sum()
                / inTenSeconds.length;

        // A Poisson count varies as much as its mean: 700.
        assertThat(mean).isCloseTo(700, within(10.0));
        assertThat(variance).isBetween(450.0, 1000.0);
    }

    @Test
    void constantArrivalsAddUpNoError() {
        long[] offsets = first(new ConstantArrivals(3), 3_000_001);

        assertThat(offsets[0]).isZero();
        assertThat(offsets[1]).isEqualTo(333_333_333);
        assertThat(offsets[3_000_000]).isEqualTo(1_000_000_000_000_000L);
    }

    @Test
    void aTraceIsSpedUpAndEnds() {
        List<TraceRow> rows = AzureTraceReader.read(TestResources.path("traces/azure-conv-200.csv"), 2);
        TraceArrivals arrivals = new TraceArrivals(rows, 10);

        // 18:15:46.6805900 and 18:15:50.9951690: 4.314579 s apart.
        assertThat(rows).containsExactly(new TraceRow(0, 374, 44), new TraceRow(4_314_579_000L, 396, 109));
        assertThat(arrivals.nextNanos()).hasValue(0);
        assertThat(arrivals.nextNanos()).hasValue(431_457_900L);
        assertThat(arrivals.nextNanos()).isEqualTo(OptionalLong.empty());
    }

    @Test
    void aTraceThatGoesBackIsRefusedWithItsLine(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(directory.resolve("t.csv"), """
                TIMESTAMP,ContextTokens,GeneratedTokens
                2023-11-16 18:15:46.5,1,1
                2023-11-16 18:15:46.4,1,1
                """);

        assertThatThrownBy(() -> AzureTraceReader.read(file, 10))
                .hasMessageEndingWith("t.csv:3 must not go back in time");
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN})
    void aRateMustBePositive(double rate) {
        assertThatThrownBy(() -> new ConstantArrivals(rate)).hasMessageContaining("but was " + rate);
        assertThatThrownBy(() -> new PoissonArrivals(rate, new SplittableRandom(1)))
                .hasMessageContaining("but was " + rate);
    }
}

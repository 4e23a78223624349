package io.tidemark.producer.plan.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.LogNormalDistribution;
import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.RealDistribution;
import org.apache.commons.math3.distribution.ZipfDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Draws of every distribution against its own law. The largest distance of the empirical from the true distribution of N draws is beyond
 * sqrt(ln(2 / a) / (2 N)) with a probability of at most a (Dvoretzky, Kiefer and Wolfowitz with Massart's constant), here a = 1e-6.
 */
final class LengthDistributionLawsTest {
    private static final int DRAWS = 20_000;
    private static final double BOUND = Math.sqrt(Math.log(2 / 1e-6) / (2 * DRAWS));
    private static final double[] SHARES = {0.01, 0.05, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99};

    private static int[] draws(LengthDistribution lengths, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return IntStream.range(0, DRAWS).map(i -> lengths.draw(random)).sorted().toArray();
    }

    private static double shareUpTo(int[] sorted, double length) {
        return Arrays.stream(sorted).filter(drawn -> drawn <= length).count() / (double) sorted.length;
    }

    /** P(length <= n) = F(n + 1/2) for a rounded length. */
    private static Stream<Arguments> continuous() {
        double variance = Math.log1p(0.25);
        return Stream.of(
                        Map.entry(
                                ContinuousLength.of(new ContinuousLength.Normal(1024, 200), 1, 4096),
                                new NormalDistribution(null, 1024, 200)),
                        Map.entry(
                                ContinuousLength.of(new ContinuousLength.Lognormal(1000, 500), 1, 100_000),
                                new LogNormalDistribution(null, Math.log(1000) - variance / 2, Math.sqrt(variance))),
                        Map.entry(
                                percentiles(Map.of(0.5, 978, 0.95, 1720)),
                                new LogNormalDistribution(
                                        null, Math.log(978), Math.log(1720 / 978.0) / 1.6448536269514722)))
                .flatMap(each ->
                        LongStream.of(1, 2, 3).mapToObj(seed -> Arguments.of(each.getKey(), each.getValue(), seed)));
    }

    private static ContinuousLength percentiles(Map<Double, Integer> lengths) {
        return ContinuousLength.of(new LengthPercentiles(new TreeMap<>(lengths)), 1, 100_000);
    }

    @ParameterizedTest
    @MethodSource("continuous")
    void drawsFollowTheDistribution(LengthDistribution lengths, RealDistribution law, long seed) {
        int[] drawn = draws(lengths, seed);

        for (int length = 200; length < 4000; length += 50) {
            assertThat(shareUpTo(drawn, length))
                    .as("at most " + length)
                    .isCloseTo(law.cumulativeProbability(length + 0.5), within(BOUND));
        }
        assertThat(Arrays.stream(drawn).average().orElse(0))
                .isCloseTo(lengths.mean(), within(5 * Math.sqrt(law.getNumericalVariance() / DRAWS) + 0.5));
    }

    @ParameterizedTest
    @MethodSource("continuous")
    void quantilesAreThoseOfTheDistribution(LengthDistribution lengths, RealDistribution law, long seed) {
        for (double share : SHARES) {
            assertThat((double) lengths.quantile(share))
                    .isCloseTo(law.inverseCumulativeProbability(share), within(0.51));
        }
    }

    @Test
    void zipfFollowsItsLaw() {
        LengthDistribution lengths = new ZipfLength(16, 515, 1.2);
        ZipfDistribution law = new ZipfDistribution(null, 500, 1.2);
        int[] drawn = draws(lengths, 4);

        for (int rank = 1; rank <= 500; rank += 7) {
            assertThat(shareUpTo(drawn, 15 + rank)).isCloseTo(law.cumulativeProbability(rank), within(BOUND));
        }
        assertThat(lengths.mean()).isCloseTo(15 + law.getNumericalMean(), within(1e-6));
        assertThat(drawn[0]).isEqualTo(16);
        assertThat(drawn[DRAWS - 1]).isLessThanOrEqualTo(515);
    }

    /** p50 978 and p95 1720 as the requests of a real service had. */
    @Test
    void everyPercentileThatIsGivenIsMet() {
        ContinuousLength two = percentiles(Map.of(0.5, 978, 0.95, 1720));
        ContinuousLength four = percentiles(Map.of(0.1, 100, 0.5, 978, 0.95, 1720, 0.99, 9000));

        assertThat(two.quantile(0.5)).isEqualTo(978);
        assertThat(two.quantile(0.95)).isEqualTo(1720);
        assertThat(IntStream.of(10, 50, 95, 99).map(percent -> four.quantile(percent / 100.0)))
                .containsExactly(100, 978, 1720, 9000);
        int[] drawn = draws(four, 9);
        assertThat(shareUpTo(drawn, 100)).isCloseTo(0.1, within(BOUND));
        assertThat(shareUpTo(drawn, 978)).isCloseTo(0.5, within(BOUND));
        assertThat(shareUpTo(drawn, 1720)).isCloseTo(0.95, within(BOUND));
        assertThat(shareUpTo(drawn, 9000)).isCloseTo(0.99, within(BOUND));
    }

    @Test
    void lengthsBeyondALimitAreTheLimit() {
        ContinuousLength lengths = ContinuousLength.of(new ContinuousLength.Normal(1000, 200), 740, 1300);
        NormalDistribution law = new NormalDistribution(null, 1000, 200);
        int[] drawn = draws(lengths, 5);

        assertThat(drawn[0]).isEqualTo(740);
        assertThat(drawn[DRAWS - 1]).isEqualTo(1300);
        assertThat(shareUpTo(drawn, 740)).isCloseTo(law.cumulativeProbability(740.5), within(BOUND));
        assertThat(1 - shareUpTo(drawn, 1299)).isCloseTo(1 - law.cumulativeProbability(1299.5), within(BOUND));
    }

    @Test
    void theSeedAloneDecides() {
        LengthDistribution lengths = percentiles(Map.of(0.5, 978, 0.95, 1720));

        assertThat(draws(lengths, 1)).isEqualTo(draws(lengths, 1)).isNotEqualTo(draws(lengths, 2));
    }

    @Test
    void aRangeIsEven() {
        LengthDistribution lengths = new LengthRange(10, 19);
        int[] drawn = draws(lengths, 6);

        for (int length = 10; length <= 19; length++) {
            assertThat(shareUpTo(drawn, length)).isCloseTo((length - 9) / 10.0, within(BOUND));
        }
        assertThat(IntStream.of(1, 10, 11, 50, 100).map(percent -> lengths.quantile(percent / 100.0)))
                .containsExactly(10, 10, 11, 14, 19);
    }
}

package io.tidemark.analysis.quantile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.analysis.objective.BadShareJudge;
import io.tidemark.analysis.quantile.OrderStatistics.Ranks;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.sketch.LogHistogram;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrderStatisticsTest {

    @ParameterizedTest
    @CsvSource({
        // n, low, high: 95 % ranks of p99; n + 1 means that there is no upper bound
        "300, 293, 301",
        "500, 490, 500",
        "1000, 983, 997",
        "3000, 2959, 2981",
        "10000, 9880, 9920",
    })
    void theRanksOfP99(long n, long low, long high) {
        assertThat(OrderStatistics.ranks(n, 0.99, 0.95)).isEqualTo(new Ranks(n * 99 / 100, low, high));
    }

    @Test
    void threeHundredRequestsGiveP99NoUpperBound() {
        long[] oneToThreeHundred = LongStream.rangeClosed(1, 300).toArray();

        QuantileInterval p99 = OrderStatistics.interval(oneToThreeHundred, 0, 0.99, 0.95);

        assertThat(p99.value()).hasValue(297);
        assertThat(p99.low()).hasValue(293);
        assertThat(p99.high()).isEmpty();
        assertThat(p99.count()).isEqualTo(300);
    }

    @Test
    void requestsThatAreNotOkAreWorseThanAnyOther() {
        long[] ok = LongStream.rangeClosed(1, 980).toArray();

        // 20 of 1,000 failed: ranks 983 to 997 and p99's own 990 are all among them.
        QuantileInterval p99 = OrderStatistics.interval(ok, 20, 0.99, 0.95);

        assertThat(p99.value()).isEmpty();
        assertThat(p99.low()).isEmpty();
        assertThat(p99.high()).isEmpty();
    }

    @Test
    void oneRequestIsItsOwnMedianWithoutBounds() {
        QuantileInterval median = OrderStatistics.interval(new long[] {7}, 0, 0.5, 0.95);

        assertThat(median.value()).hasValue(7);
        assertThat(median.low()).isEmpty();
        assertThat(median.high()).isEmpty();
    }

    @Test
    void noRequestsHaveNoQuantile() {
        assertThat(OrderStatistics.interval(new long[0], 0, 0.5, 0.95).value()).isEmpty();
    }

    @Test
    void refusesAQuantileInPercent() {
        assertThatThrownBy(() -> OrderStatistics.ranks(10, 99, 0.95)).hasMessage("q must be in (0, 1) but was 99.0");
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void aSketchGivesTheSameIntervalWithinItsError(long seed) {
        long[] sorted = lognormalNanos(1_000, new SplittableRandom(seed));
        LogHistogram sketch = new LogHistogram();
        Arrays.stream(sorted).forEach(sketch::add);

        QuantileInterval exact = OrderStatistics.interval(sorted, 0, 0.95, 0.95);
        QuantileInterval sketched = OrderStatistics.interval(RankedValues.of(sketch), 0, 0.95, 0.95);

        assertClose(sketched.value().orElseThrow(), exact.value().orElseThrow());
        assertClose(sketched.low().orElseThrow(), exact.low().orElseThrow());
        assertClose(sketched.high().orElseThrow(), exact.high().orElseThrow());
    }

    @ParameterizedTest
    @CsvSource({"300, 0.5, 1", "300, 0.95, 2", "1000, 0.99, 3"})
    void theIntervalHoldsTheTrueQuantileInNineteenOfTwentySteps(int n, double q, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long truth = Math.round(q * 1e9);
        int held = 0;
        int trials = 1_000;
        for (int trial = 0; trial < trials; trial++) {
            long[] sorted = random.doubles(n)
                    .mapToLong(x -> Math.round(x * 1e9))
                    .sorted()
                    .toArray();
            QuantileInterval interval = OrderStatistics.interval(sorted, 0, q, 0.95);
            boolean above = interval.low().orElse(0) <= truth;
            held += above && truth <= interval.high().orElse(Long.MAX_VALUE) ? 1 : 0;
        }

        assertThat((double) held / trials).isGreaterThan(0.93);
    }

    @ParameterizedTest
    @CsvSource({"300, 0.95, 1", "1000, 0.99, 2", "137, 0.9, 3"})
    void theIntervalAndTheShareOfBadRequestsAreOneStatement(int n, double q, long seed) {
        long[] sorted = lognormalNanos(n, new SplittableRandom(seed));
        QuantileInterval interval = OrderStatistics.interval(sorted, 0, q, 0.95);

        for (int bad = 0; bad < n; bad++) {
            long limit = sorted[n - 1 - bad];
            Verdict verdict = BadShareJudge.judge(bad, n, 1 - q).verdict();
            assertThat(verdict == Verdict.PASS).isEqualTo(interval.high().orElse(Long.MAX_VALUE) <= limit);
            assertThat(verdict == Verdict.FAIL).isEqualTo(interval.low().orElse(0) > limit);
        }
    }

    private static void assertClose(long nanos, long exactNanos) {
        assertThat((double) nanos / exactNanos).isBetween(1 - 0.0109, 1 + 0.0109);
    }

    /** Latencies as a server has them: median 300 ms, sigma 0.8. */
    private static long[] lognormalNanos(int n, SplittableRandom random) {
        return LongStream.range(0, n)
                .map(i -> Math.round(300e6 * Math.exp(0.8 * random.nextGaussian())))
                .sorted()
                .toArray();
    }
}

package io.tidemark.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.quantile.OrderStatistics;
import io.tidemark.analysis.quantile.QuantileInterval;
import io.tidemark.analysis.quantile.RatioInterval;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PhaseRatiosTest {

    @Test
    void aRatioCarriesTheWidthsOfBothSides() {
        // Both sides are 100 within [50, 200]: ln 2 each way, so the ratio reaches sqrt(2) ln 2 = 0.98, a factor of
        // 2.665.
        QuantileInterval side = interval(100, 50, 200);

        RatioInterval ratio = RatioInterval.of(side, side).orElseThrow();

        assertThat(ratio.ratio()).isEqualTo(1);
        assertThat(ratio.low().orElseThrow()).isCloseTo(1 / 2.665, within(1e-3));
        assertThat(ratio.high().orElseThrow()).isCloseTo(2.665, within(1e-3));
        assertThat(ratio.excludesOne()).isFalse();
    }

    @Test
    void anUnboundedSideLeavesTheRatioUnbounded() {
        QuantileInterval p99OfThreeHundred =
                new QuantileInterval(OptionalLong.of(100), OptionalLong.of(90), OptionalLong.empty(), 300);

        RatioInterval ratio =
                RatioInterval.of(interval(100, 90, 110), p99OfThreeHundred).orElseThrow();

        assertThat(ratio.high()).isEmpty();
        assertThat(ratio.low()).isPresent();
        assertThat(ratio.excludesOne()).isFalse();
    }

    @Test
    void aQuantileAmongRequestsThatAreNotOkHasNoRatio() {
        QuantileInterval infinite =
                new QuantileInterval(OptionalLong.empty(), OptionalLong.of(90), OptionalLong.empty(), 300);

        assertThat(RatioInterval.of(interval(100, 90, 110), infinite)).isEmpty();
    }

    @Test
    void onlyWhatBothPhasesHaveIsCompared() {
        PhaseResult base = phase("base", 1, at(1, 100), at(2, 100));
        PhaseResult tuned = phase("tuned", 1, at(2, 50), at(3, 50));

        PhaseRatios comparison = PhaseRatios.of(base, tuned);

        assertThat(comparison.ratios()).singleElement().satisfies(ratio -> {
            assertThat(ratio.load()).isEqualTo(2);
            assertThat(ratio.ratio().ratio()).isCloseTo(0.5, within(1e-9));
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void twoStepsOfOnePhaseAreToldApartInAtMostOneOfTwenty(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int toldApart = 0;
        int trials = 1_000;
        for (int trial = 0; trial < trials; trial++) {
            RatioInterval ratio =
                    RatioInterval.of(p95(300, random), p95(300, random)).orElseThrow();
            toldApart += ratio.excludesOne() ? 1 : 0;
        }

        assertThat((double) toldApart / trials).isLessThan(0.065);
    }

    @Test
    void thePhaseThatHoldsMoreWins() {
        PhaseResult base = phase("base", 1);
        PhaseResult tuned = phase("tuned", 2);

        assertThat(PhaseWinner.among(List.of(base, tuned))).isEqualTo(new PhaseWinner.HigherLoad(tuned, base, true));
    }

    @Test
    void aWinOfIntervalsThatOverlapIsNotCertain() {
        PhaseResult base = new PhaseResult(
                "base", Capacity.of(List.of(CapacityTest.step(1, Verdict.PASS)), LoadKind.RATE), List.of());
        PhaseResult tuned = phase("tuned", 2);

        assertThat(PhaseWinner.among(List.of(base, tuned))).isEqualTo(new PhaseWinner.HigherLoad(tuned, base, false));
    }

    @Test
    void phasesThatHoldTheSameAreTied() {
        PhaseResult base = phase("base", 2, at(1, 100));
        PhaseResult tuned = phase("tuned", 2, at(1, 101));

        assertThat(PhaseWinner.among(List.of(base, tuned))).isEqualTo(new PhaseWinner.Tied(List.of(base, tuned)));
    }

    @Test
    void ofManyPhasesTheOneThatMayHoldTheMostDecidesWhetherAWinIsCertain() {
        // "open" passed less than "second", but nothing says that it fails before the first's load.
        PhaseResult first = phase("first", 3);
        PhaseResult second = phase("second", 2);
        PhaseResult open = new PhaseResult(
                "open", Capacity.of(List.of(CapacityTest.step(1, Verdict.PASS)), LoadKind.RATE), List.of());

        assertThat(PhaseWinner.among(List.of(open, second, first)))
                .isEqualTo(new PhaseWinner.HigherLoad(first, open, false));
        assertThat(PhaseWinner.among(List.of(second, first, phase("third", 1))))
                .isEqualTo(new PhaseWinner.HigherLoad(first, second, true));
    }

    @Test
    void aPhaseThatPassedAboveAFailureMayHoldThat() {
        PhaseResult contradictory = new PhaseResult(
                "contradictory",
                Capacity.of(
                        List.of(
                                CapacityTest.step(1, Verdict.PASS),
                                CapacityTest.step(2, Verdict.FAIL),
                                CapacityTest.step(4, Verdict.PASS)),
                        LoadKind.RATE),
                List.of());
        PhaseResult first = phase("first", 3);

        assertThat(PhaseWinner.among(List.of(contradictory, first)))
                .isEqualTo(new PhaseWinner.HigherLoad(first, contradictory, false));
    }

    @Test
    void wherePhasesHoldNothingNoneHoldsMore() {
        PhaseResult base = failing("base", at(1, 100));
        PhaseResult tuned = failing("tuned", at(1, 50));

        assertThat(PhaseWinner.among(List.of(base, tuned))).isEqualTo(new PhaseWinner.NoneHolds(List.of(base, tuned)));
    }

    private static PhaseResult failing(String name, QuantileAtLoad... quantiles) {
        return new PhaseResult(
                name, Capacity.of(List.of(CapacityTest.step(1, Verdict.FAIL)), LoadKind.RATE), List.of(quantiles));
    }

    @Test
    void onePhaseHasNothingToWinAgainst() {
        PhaseResult base = phase("base", 2);

        assertThat(PhaseWinner.among(List.of(base))).isEqualTo(new PhaseWinner.NothingToCompare(Optional.of(base)));
    }

    /** Passes at its held load and fails at the next. */
    private static PhaseResult phase(String name, double held, QuantileAtLoad... quantiles) {
        Capacity capacity = Capacity.of(
                List.of(CapacityTest.step(held, Verdict.PASS), CapacityTest.step(held + 1, Verdict.FAIL)),
                LoadKind.RATE);
        return new PhaseResult(name, capacity, List.of(quantiles));
    }

    private static QuantileAtLoad at(double load, long value) {
        return new QuantileAtLoad(Metric.TTFT, 0.95, load, interval(value, value - 5, value + 5));
    }

    private static QuantileInterval interval(long value, long low, long high) {
        return new QuantileInterval(OptionalLong.of(value), OptionalLong.of(low), OptionalLong.of(high), 300);
    }

    private static QuantileInterval p95(int n, SplittableRandom random) {
        long[] sorted = LongStream.range(0, n)
                .map(i -> Math.round(300e6 * Math.exp(0.8 * random.nextGaussian())))
                .sorted()
                .toArray();
        return OrderStatistics.interval(sorted, 0, 0.95, 0.95);
    }
}

package io.tidemark.producer.arrivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.producer.plan.load.InterarrivalGaps;
import io.tidemark.producer.plan.load.RateShape;
import io.tidemark.producer.plan.load.RateShape.After;
import io.tidemark.producer.plan.load.RateShape.Piece;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.commons.math3.distribution.ExponentialDistribution;
import org.apache.commons.math3.stat.inference.ChiSquareTest;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates that change over time, against their integral. */
class ShapedArrivalsTest {
    private static final RateShape UP = new RateShape(List.of(new Piece(100, 10, 30)), After.STAYS);
    private static final RateShape DOWN = new RateShape(List.of(new Piece(100, 30, 0)), After.STAYS);
    private static final RateShape SPIKE =
            new RateShape(List.of(piece(2, 30), piece(20, 10), piece(2, 1)), After.STAYS);
    private static final RateShape ON_OFF = new RateShape(List.of(piece(5, 10), piece(0, 20)), After.REPEATS);
    private static final RateShape FROM_NOTHING = new RateShape(List.of(new Piece(60, 0, 6)), After.STAYS);

    private static Piece piece(double perSecond, double seconds) {
        return new Piece(seconds, perSecond, perSecond);
    }

    private static Arrivals poisson(RateShape shape, long seed) {
        return new ShapedArrivals(
                shape,
                Duration.ZERO,
                UnitMeanGaps.unitRateArrivals(InterarrivalGaps.POISSON, new SplittableRandom(seed)));
    }

    private static Arrivals equal(RateShape shape, Duration warmUp) {
        return new ShapedArrivals(
                shape, warmUp, UnitMeanGaps.unitRateArrivals(InterarrivalGaps.EQUAL, new SplittableRandom(1)));
    }

    private static double[] seconds(Arrivals arrivals, double until) {
        return LongStream.iterate(0, offset -> offset >= 0, offset -> {
                    OptionalLong next = arrivals.nextNanos();
                    return next.isPresent() && next.getAsLong() < until * 1e9 ? next.getAsLong() : -1;
                })
                .skip(1)
                .mapToDouble(nanos -> nanos / 1e9)
                .toArray();
    }

    private static long between(double[] seconds, double from, double until) {
        return Arrays.stream(seconds).filter(at -> at >= from && at < until).count();
    }

    static Stream<RateShape> shapes() {
        return Stream.of(UP, DOWN, SPIKE, ON_OFF, FROM_NOTHING);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void timeIsTheInverseOfTheIntegral(RateShape shape) {
        SplittableRandom random = new SplittableRandom(3);
        DoubleStream.generate(() -> random.nextDouble(shape.expectedArrivals(300)))
                .limit(1_000)
                .forEach(count -> assertThat(shape.expectedArrivals(shape.secondsAtArrival(count)))
                        .isCloseTo(count, within(1e-6)));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void theyNeverGoBack(RateShape shape) {
        assertThat(seconds(poisson(shape, 5), 300)).isSorted();
        assertThat(seconds(equal(shape, Duration.ofSeconds(5)), 300)).isSorted();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aRampHasThePoissonCountsOfItsIntegral(long seed) {
        double[] at = seconds(poisson(UP, seed), 100);
        double[] expected = IntStream.range(0, 20)
                .mapToDouble(i -> UP.expectedArrivals(5 * i + 5) - UP.expectedArrivals(5 * i))
                .toArray();
        long[] seen = IntStream.range(0, 20)
                .mapToLong(i -> between(at, 5 * i, 5 * i + 5))
                .toArray();

        // 2,000 expected in all, standard deviation 45.
        assertThat(at.length).isBetween(1_820, 2_180);
        assertThat(new ChiSquareTest().chiSquareTest(expected, seen)).isGreaterThan(1e-3);
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void onTheAxisOfWhatIsExpectedAllGapsAreExponential(RateShape shape) {
        double[] counts = Arrays.stream(seconds(poisson(shape, 11), 1_000))
                .map(shape::expectedArrivals)
                .toArray();
        double[] gaps = IntStream.range(1, counts.length)
                .mapToDouble(i -> counts[i] - counts[i - 1])
                .limit(3_000)
                .toArray();

        assertThat(new KolmogorovSmirnovTest().kolmogorovSmirnovTest(new ExponentialDistribution(1), gaps))
                .isGreaterThan(1e-3);
    }

    @Test
    void equalGapsFollowTheIntegralExactly() {
        double[] up = seconds(equal(UP, Duration.ZERO), 100);

        // 10 t + t^2/10: 750 by 50 s, 2,000 by 100 s.
        assertThat(between(up, 0, 50)).isEqualTo(750);
        assertThat(between(up, 50, 100)).isEqualTo(1_250);
        assertThat(up[0]).isZero();
        assertThat(up[750]).isCloseTo(50, within(1e-6));
    }

    @Test
    void aRampDownToNothingEnds() {
        Arrivals down = equal(DOWN, Duration.ZERO);
        long sent = LongStream.iterate(0, n -> n + 1)
                .takeWhile(n -> down.nextNanos().isPresent())
                .count();

        assertThat(sent).isEqualTo(1_500);
    }

    @Test
    void aSpikeIsWhereItWasAskedFor() {
        double[] at = seconds(equal(SPIKE, Duration.ZERO), 60);

        assertThat(between(at, 0, 30)).isEqualTo(60);
        assertThat(between(at, 30, 40)).isEqualTo(200);
        assertThat(between(at, 40, 60)).isEqualTo(40);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void offMeansSilence(long seed) {
        double[] at = seconds(poisson(ON_OFF, seed), 30_000);

        // 1,000 rounds of 50 expected: 50,000, standard deviation 224.
        assertThat(at.length).isBetween(49_100, 50_900);
        assertThat(Arrays.stream(at).map(t -> t % 30).max().orElseThrow()).isLessThanOrEqualTo(10);
    }

    @Test
    void onBeginsWithTheFirstOfEachRound() {
        double[] at = seconds(equal(ON_OFF, Duration.ZERO), 61);

        assertThat(at[49]).isCloseTo(9.8, within(1e-6));
        assertThat(at[50]).isCloseTo(30, within(1e-6));
        assertThat(at[100]).isCloseTo(60, within(1e-6));
    }

    @Test
    void theWarmUpHasTheFirstRateAndTheShapeBeginsAfterIt() {
        double[] at = seconds(equal(UP, Duration.ofSeconds(20)), 120);

        assertThat(between(at, 0, 20)).isEqualTo(200);
        assertThat(between(at, 20, 70)).isEqualTo(750);
        assertThat(between(at, 70, 120)).isEqualTo(1_250);
    }

    @Test
    void theLastRateOfARampGoesOn() {
        double[] at = seconds(equal(UP, Duration.ZERO), 110);

        assertThat(between(at, 100, 110)).isEqualTo(300);
    }
}

package io.tidemark.producer.arrivals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.InterarrivalGaps;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.load.RampUp;
import io.tidemark.producer.plan.load.RampUp.Strategy;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import java.util.function.LongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.GammaDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Gaps of one rate, against the laws that they are drawn from. Seeds are fixed, so that a bound holds or does not, always. */
class GapsTest {
    private static final double FEWEST_IN_A_THOUSAND = 1e-3;
    private static final WorkloadPlan NO_TRACE = new WorkloadPlan.Trace("all", false, Path.of("none"), 1);

    private static Arrivals of(ArrivalPlan plan, long seed) {
        StepPlan step = new StepPlan(LoadModel.Open.of(plan), new StepPlan.Counting(1), Duration.ZERO, Duration.ZERO);
        return Arrivals.of(step, NO_TRACE, new SplittableRandom(seed));
    }

    private static long[] first(Arrivals arrivals, int count) {
        return LongStream.generate(() -> arrivals.nextNanos().orElseThrow())
                .limit(count)
                .toArray();
    }

    private static long[] all(Arrivals arrivals) {
        LongStream.Builder offsets = LongStream.builder();
        for (OptionalLong next = arrivals.nextNanos(); next.isPresent(); next = arrivals.nextNanos()) {
            offsets.add(next.getAsLong());
        }
        return offsets.build().toArray();
    }

    private static double[] gapSeconds(long[] offsets) {
        double[] gaps = new double[offsets.length - 1];
        Arrays.setAll(gaps, i -> (offsets[i + 1] - offsets[i]) / 1e9);
        return gaps;
    }

    private static DoubleSupplier these(double... gaps) {
        PrimitiveIterator.OfDouble iterator = DoubleStream.of(gaps).iterator();
        return iterator::nextDouble;
    }

    @ParameterizedTest
    @CsvSource({"0.25, 1", "0.25, 2", "0.5, 3", "2, 4", "5, 5", "0.9, 6"})
    void gammaGapsAreOfTheLawWithItsShapeAndTheMeanOfTheRate(double burstiness, long seed) {
        double[] gaps =
                gapSeconds(first(of(new ArrivalPlan.Gamma(20, new InterarrivalGaps(burstiness)), seed), 20_001));

        double mean = StatUtils.mean(gaps);
        double variation = Math.sqrt(StatUtils.variance(gaps)) / mean;
        GammaDistribution law = new GammaDistribution(burstiness, 1 / (20 * burstiness));
        // Standard error of the mean: CV/sqrt(20,000), at most 1.4 % (CV 2); of the CV at CV 2: about 2 %.
        assertThat(mean).isCloseTo(0.05, within(0.05 * 0.05));
        assertThat(variation).isCloseTo(1 / Math.sqrt(burstiness), within(0.06 / Math.sqrt(burstiness)));
        assertThat(new KolmogorovSmirnovTest().kolmogorovSmirnovTest(law, Arrays.copyOf(gaps, 5_000)))
                .isGreaterThan(FEWEST_IN_A_THOUSAND);
    }

    @Test
    void gammaOfBurstinessOneIsPoisson() {
        assertThat(first(of(new ArrivalPlan.Gamma(20, InterarrivalGaps.POISSON), 7), 1_000))
                .isEqualTo(first(of(new ArrivalPlan.Poisson(20), 7), 1_000));
    }

    @Test
    void gammaOfInfiniteBurstinessHasEqualGaps() {
        assertThat(first(of(new ArrivalPlan.Gamma(4, InterarrivalGaps.EQUAL), 7), 3))
                .containsExactly(250_000_000L, 500_000_000L, 750_000_000L);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void vllmEndsAtExactlyItsNumberOverItsRate(long seed) {
        long[] offsets = all(of(new ArrivalPlan.Vllm(2.5, 300, new InterarrivalGaps(0.5), Optional.empty()), seed));

        assertThat(offsets).hasSize(300).isSorted();
        assertThat(offsets[299]).isEqualTo(120_000_000_000L);
    }

    @Test
    void vllmStretchesEveryOffsetByTheSameFactor() {
        // At 2 per second: gaps 0.25, 0.75, 1 s; sums 0.25, 1, 2 s; the last must be 3/2 s, so all by 3/4.
        ArrivalPlan.Vllm plan = new ArrivalPlan.Vllm(2, 3, InterarrivalGaps.POISSON, Optional.empty());

        assertThat(all(VllmArrivals.draw(plan, these(0.5, 1.5, 2))))
                .containsExactly(187_500_000L, 750_000_000L, 1_500_000_000L);
    }

    @Test
    void vllmRampsUpByTheNumberOfTheRequestAndThenStretchesNothing() {
        // Rates 1, 2, 3; then 1, 2, 4: sums of their inverses.
        RampUp linear = new RampUp(Strategy.LINEAR, 1, 3);
        RampUp exponential = new RampUp(Strategy.EXPONENTIAL, 1, 4);

        assertThat(all(VllmArrivals.draw(
                        new ArrivalPlan.Vllm(2, 3, InterarrivalGaps.EQUAL, Optional.of(linear)), these(1, 1, 1))))
                .containsExactly(1_000_000_000L, 1_500_000_000L, 1_833_333_333L);
        assertThat(all(VllmArrivals.draw(
                        new ArrivalPlan.Vllm(2, 3, InterarrivalGaps.EQUAL, Optional.of(exponential)), these(1, 1, 1))))
                .containsExactly(1_000_000_000L, 1_500_000_000L, 1_750_000_000L);
    }

    @Test
    void vllmTakesTheVarianceOutOfTheCountAndPoissonKeepsIt() {
        double[] asVllm = countsInTenSeconds(
                seed -> of(new ArrivalPlan.Vllm(70, 700, InterarrivalGaps.POISSON, Optional.empty()), seed));
        double[] poisson = countsInTenSeconds(seed -> of(new ArrivalPlan.Poisson(70), seed));

        // All but the last, which is due at 10 s; a Poisson count varies as much as its mean, standard error 10 %.
        assertThat(asVllm).containsOnly(699);
        assertThat(StatUtils.mean(poisson)).isCloseTo(700, within(8.0));
        assertThat(StatUtils.variance(poisson)).isBetween(490.0, 910.0);
    }

    private static double[] countsInTenSeconds(LongFunction<Arrivals> arrivals) {
        return LongStream.range(0, 200)
                .mapToDouble(seed -> {
                    Arrivals drawn = arrivals.apply(seed);
                    return LongStream.generate(() -> drawn.nextNanos().orElse(Long.MAX_VALUE))
                            .takeWhile(offset -> offset < 10_000_000_000L)
                            .count();
                })
                .toArray();
    }

    @Test
    void atOnceIsAtOnce() {
        assertThat(all(of(new ArrivalPlan.AtOnce(3), 1))).containsExactly(0, 0, 0);
    }
}

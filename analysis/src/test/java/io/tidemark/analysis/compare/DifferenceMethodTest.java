package io.tidemark.analysis.compare;

import static io.tidemark.analysis.compare.GeneratedSides.TTFT_P99;
import static io.tidemark.analysis.compare.GeneratedSides.only;
import static io.tidemark.analysis.compare.GeneratedSides.run;
import static io.tidemark.analysis.compare.GeneratedSides.side;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.difference.DifferenceBasis;
import io.tidemark.analysis.difference.DifferenceEstimate;
import io.tidemark.analysis.difference.LeastSquaresDesign;
import io.tidemark.analysis.difference.MeanDifference;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.difference.ScaledRun;
import io.tidemark.analysis.difference.ScaledRuns;
import io.tidemark.analysis.difference.VarianceAssumption;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DifferenceMethodTest {
    private static final ComparisonPolicy POLICY = ComparisonPolicy.DEFAULT;
    private static final MeasureAtLoad ERRORS = new MeasureAtLoad(Measure.errorShare(), LoadKind.RATE, 2);
    private static final MeasureAtLoad GOODPUT = new MeasureAtLoad(Measure.goodput(), LoadKind.RATE, 2);
    private static final int TRIALS = 5_000;
    private static final MeasureAtLoad TASK = MeasureAtLoad.withoutLoad(Measure.quality("gsm8k"));

    /**
     * Base 0, 0.1, 0.2 (variance 0.01), candidate 1, 1, 1, 1.4 (variance 0.04), pooled 0.028, which counts as one degree of freedom:
     * (0.028 + 2 x 0.01) / 3 / 3 + (0.028 + 3 x 0.04) / 4 / 4 = 0.0145833. The three runs' part is taken as 2 - (2 / 3)^4 = 146 / 81 times as
     * large: 0.29167 x 146 / 81 of the base and 0.29167 of the candidate.
     */
    @Test
    void eachSideCountsByItsOwnSpreadAndTheDegreesOfFreedomByTheNumbersOfRuns() {
        MeanDifference difference = of(VarianceAssumption.EACH_ITS_OWN, scaled(0, 0.1, 0.2), scaled(1, 1, 1, 1.4));
        assertThat(difference.basis()).isEqualTo(DifferenceBasis.RUNS);
        assertThat(difference.value()).isCloseTo(1.0, within(1e-12));
        assertThat(difference.standardError()).isCloseTo(Math.sqrt(0.0145833333), within(1e-8));
        assertThat(difference.degreesOfFreedom()).isCloseTo(4.01159984, within(1e-6));
    }

    @Test
    void equallyManyRunsAreStudents() {
        MeanDifference difference = of(VarianceAssumption.EACH_ITS_OWN, scaled(0, 0.1, 0.2), scaled(1, 1.1, 1.2));
        assertThat(difference.standardError()).isCloseTo(Math.sqrt(0.01 * 2 / 3), within(1e-12));
        assertThat(difference.degreesOfFreedom()).isCloseTo(4, within(1e-12));
    }

    @Test
    void sidesThatVaryAlikeArePooled() {
        MeanDifference difference = of(VarianceAssumption.ONE_FOR_BOTH, scaled(0, 0.1, 0.2), scaled(1, 1, 1, 1.4));
        assertThat(difference.basis()).isEqualTo(DifferenceBasis.RUNS_ALIKE);
        assertThat(difference.standardError()).isCloseTo(Math.sqrt(0.028 * (1 / 3.0 + 1 / 4.0)), within(1e-12));
        assertThat(difference.degreesOfFreedom()).isEqualTo(5);
    }

    /**
     * Base 0, 0.1, 0.2, 0.1 (variance 0.02 / 3), candidate 1, 1.2, 1.4 (0.04). F(2, 3) passes 6 in (1 + 2/3 x 6)^-1.5 = 8.9 % of cases, so these
     * are Welch's: 0.04 / 3 + 0.02 / 12 = 0.015 and 0.015^2 / (0.013333^2 / 2 + 0.0016667^2 / 3) = 2.5052.
     */
    @Test
    void fewerRunsThatVaryMoreCountByTheirOwnSpreadAlone() {
        MeanDifference wide = of(VarianceAssumption.EACH_ITS_OWN, scaled(0, 0.1, 0.2, 0.1), scaled(1, 1.2, 1.4));
        assertThat(wide.standardError()).isCloseTo(Math.sqrt(0.015), within(1e-12));
        assertThat(wide.degreesOfFreedom()).isCloseTo(2.5052, within(1e-4));
        MeanDifference swapped = of(VarianceAssumption.EACH_ITS_OWN, scaled(1, 1.2, 1.4), scaled(0, 0.1, 0.2, 0.1));
        assertThat(swapped.halfWidth(0.95)).isCloseTo(wide.halfWidth(0.95), within(1e-12));
    }

    /** Candidate 1, 1.1, 1.2 (variance 0.01): F(2, 3) passes 1.5 in 2^-1.5 = 35 % of cases. The degrees are those of 3 and 4 runs. */
    @Test
    void fewerRunsThatVaryMoreByChanceChangeNothing() {
        MeanDifference difference = of(VarianceAssumption.EACH_ITS_OWN, scaled(0, 0.1, 0.2, 0.1), scaled(1, 1.1, 1.2));
        assertThat(difference.degreesOfFreedom()).isCloseTo(4.01159984, within(1e-6));
    }

    /** Noise of one size on both sides, a change of 2.3 of its standard deviations, the same draws for each number of runs. */
    @ParameterizedTest
    @ValueSource(ints = {3, 4, 5})
    void aRunMoreOnEitherSideFindsNoLess(int candidate) {
        double last = 0;
        for (int base = candidate; base <= 20; base += base < 8 ? 1 : 4) {
            double found = found(base, candidate);
            assertThat(found).as(base + " + " + candidate).isGreaterThan(last - 0.005);
            last = found;
        }
        assertThat(last).isGreaterThan(found(candidate, candidate) + 0.05);
    }

    /** The machine gets slower all the time, by half from pair to pair; the candidate is slower by a fifth in all. */
    @Test
    void aDriftIsTakenOutWhereTheSidesAreMixedAndNotWhereOneCameFirst() {
        ComparedMeasure mixed = only(inTurns(5));
        assertThat(mixed.basis()).isEqualTo(DifferenceBasis.RUNS_AND_DRIFT);
        assertThat(mixed.change().value()).isCloseTo(0.2, within(0.01));
        assertThat(mixed.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(inTurns(5).orderDoubt()).isEmpty();
        assertThat(only(inTurns(4)).basis()).isEqualTo(DifferenceBasis.RUNS);
        assertThat(only(RunComparison.of(timed("base", 0, 1, 2, 3, 4), timed("tuned", 5, 6, 7, 8, 9), POLICY))
                        .basis())
                .isEqualTo(DifferenceBasis.RUNS);
    }

    /** Values 0, 1, 3, 3, 5, 4, 7, 8, 8, 11 in turns: least squares by numpy's lstsq on side and place. */
    @Test
    void theDriftIsFittedByLeastSquares() {
        boolean[] candidate = {false, true, true, false, false, true, true, false, false, true};
        double[] values = {0, 1, 3, 3, 5, 4, 7, 8, 8, 11};
        DifferenceEstimate estimate = DifferenceEstimate.of(
                LeastSquaresDesign.ordered(candidate),
                values,
                new double[values.length],
                VarianceAssumption.EACH_ITS_OWN);
        assertThat(estimate.drift()).isTrue();
        assertThat(estimate.value()).isCloseTo(0.17718446601941706, within(1e-9));
        assertThat(Math.sqrt(estimate.variance())).isCloseTo(0.5520939631065317, within(1e-9));
        assertThat(estimate.base().degrees() + estimate.candidate().degrees()).isCloseTo(7, within(1e-9));
    }

    /**
     * Seven runs of the base and three of the candidate in turns, F of the slope 0.32, so that its prior alone counts: d by numpy's generalized
     * least squares, covariance of the runs 1 + p p' / lambda with places p and lambda = (1 - (3 / 7)^2) / 0.05^2.
     */
    @Test
    void aDriftThatHardlyShowsIsHeldBackWhereASideHasFewerRuns() {
        DifferenceEstimate estimate = inTurns(0, 1, 1, 0.2, -0.1, 1.2, 0.1, 0, -0.2, 0.3);
        assertThat(estimate.drift()).isTrue();
        assertThat(estimate.value()).isCloseTo(1.0289925382323242, within(1e-9));
        assertThat(Math.sqrt(estimate.variance())).isCloseTo(0.10122853, within(1e-8));
        assertThat(estimate.difference().degreesOfFreedom()).isCloseTo(3.85413464, within(1e-6));
    }

    /** A slope of 1 a run with residuals of 0.01, and a change of 0.5. Without the drift, the difference of the means is -2.12. */
    @Test
    void aDriftThatShowsIsTakenOutWhereASideHasFewerRuns() {
        DifferenceEstimate estimate = inTurns(0.01, 1.5, 2.51, 3, 3.99, 5.49, 6, 7.01, 8, 8.99);
        assertThat(estimate.value()).isCloseTo(0.5, within(0.02));
    }

    /** From 6 + 3 to 7 + 3 runs a drift comes in. A full fit of it would find a change in five comparisons of a hundred less. */
    @Test
    void aRunMoreFindsNoLessWhereADriftComesIn() {
        double last = foundInTurns(5);
        for (int base = 6; base <= 12; base++) {
            double found = foundInTurns(base);
            assertThat(found).as(base + " + 3").isGreaterThan(last - 0.01);
            last = found;
        }
    }

    /** All of a side read 30 and 40 ms on a clock of 10 ms: each may be off by half a step, so the interval is not a point. */
    @Test
    void valuesThatComeInStepsAreNotTakenForExact() {
        ComparedMeasure compared =
                only(RunComparison.of(side("base", TTFT_P99, 30, 30, 30), side("tuned", TTFT_P99, 40, 40, 40), POLICY));
        // ln(4/3) = 0.28768; its twelfth root each side: 0.28768 / sqrt 12 x sqrt(2/3) = 0.06781; t(4) = 2.776
        assertThat(compared.change().low().orElseThrow())
                .isCloseTo(Math.expm1(0.28768 - 2.776 * 0.06781), within(1e-3));
        assertThat(compared.change().p().orElseThrow()).isBetween(0.01, 0.02);
    }

    @Test
    void aQuantileOfFewRequestsIsMovedToItsRankWhereTheOtherSideHasMany() {
        MeasureAtLoad p95 = new MeasureAtLoad(Measure.quantile(Metric.TTFT, 0.95), LoadKind.RATE, 2);
        List<RunMeasurements> few = new ArrayList<>();
        List<RunMeasurements> many = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            double off = 1 + 0.01 * run;
            few.add(run(
                    "few" + run, new MeasuredValue(p95, 100 * off, 200), new MeasuredValue(TTFT_P99, 200 * off, 200)));
            many.add(run(
                    "many" + run,
                    new MeasuredValue(p95, 100 * off, 3000),
                    new MeasuredValue(TTFT_P99, 200 * off, 3000)));
        }
        ComparedMeasure p99 = RunComparison.of(new ComparisonSide("many", many), new ComparisonSide("few", few), POLICY)
                .compared()
                .get(1);
        // Rank 198 of 200 stands at z = 2.2224, 190 at 1.6252; ln 2 on 0.5972 is a slope of 1.1607, and p99 is 0.1040
        // further.
        assertThat(p99.change().value()).isBetween(0.08, 0.13);
        assertThat(p99.verdict()).isNotEqualTo(ComparisonVerdict.REGRESSED);
    }

    @Test
    void theOrderOfRunsIsTold() {
        assertThat(inTurns(3).order()).isEqualTo(RunOrder.SAME_SIDE_FIRST);
        assertThat(RunComparison.of(timed("base", 0, 3, 4), timed("tuned", 1, 2, 5), POLICY)
                        .order())
                .isEqualTo(RunOrder.IN_TURNS);
        assertThat(RunComparison.of(timed("base", 0, 1, 2), timed("tuned", 3, 4, 5), POLICY)
                        .order())
                .isEqualTo(RunOrder.ONE_AFTER_THE_OTHER);
        assertThat(RunComparison.of(timed("base", 0, 1, 5), timed("tuned", 2, 3, 4), POLICY)
                        .order())
                .isEqualTo(RunOrder.MIXED);
        assertThat(RunComparison.of(timed("base", 0), timed("tuned", 3), POLICY).order())
                .isEqualTo(RunOrder.ONE_AFTER_THE_OTHER);
        assertThat(RunComparison.of(side("base", TTFT_P99, 1), timed("tuned", 3), POLICY)
                        .order())
                .isEqualTo(RunOrder.UNKNOWN);
    }

    @Test
    void anOrderThatADriftCouldHideBehindIsDoubtedUnlessThereIsOneRunASide() {
        RunComparison oneAfterTheOther = RunComparison.of(timed("base", 0, 1, 2), timed("tuned", 3, 4, 5), POLICY);
        assertThat(oneAfterTheOther.orderDoubt())
                .hasValue("all runs of one side came first, so a drift of the machine would look like a change;"
                        + " alternate the sides (base, candidate, candidate, base, ...), or compare at least 12 runs in all,"
                        + " of which a change point can decide");
        assertThat(inTurns(3).orderDoubt().orElseThrow()).contains("the same one always came first");
        assertThat(RunComparison.of(timed("base", 0, 3, 4), timed("tuned", 1, 2, 5), POLICY)
                        .orderDoubt())
                .isEmpty();
        assertThat(RunComparison.of(timed("base", 0), timed("tuned", 1), POLICY).orderDoubt())
                .isEmpty();
    }

    @Test
    void sketchesThatFallIntoOneSlotAreNotTakenForCertain() {
        List<RunMeasurements> slow = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            slow.add(run("r" + run, new MeasuredValue(TTFT_P99, 100, 1000, OptionalDouble.empty(), 10)));
        }
        ComparisonSide side = new ComparisonSide("base", slow);
        ComparedMeasure compared = only(RunComparison.of(side, side("tuned", TTFT_P99, 100, 100, 100), POLICY));
        // 10 / sqrt 12 / 100 = 0.0289; one side of three runs: 0.0289 / sqrt 3 = 0.01667; t(4) = 2.776
        assertThat(compared.change().high().orElseThrow()).isCloseTo(Math.expm1(2.776 * 0.016667), within(1e-4));
    }

    @Test
    void noErrorsAmongThousandsAreEquivalentAndAmongFiftyAreNot() {
        assertThat(errors(5_000).verdict()).isEqualTo(ComparisonVerdict.EQUIVALENT);
        assertThat(errors(50).verdict()).isEqualTo(ComparisonVerdict.INCONCLUSIVE);
    }

    @Test
    void errorsAreComparedAsShares() {
        ComparedMeasure compared = only(RunComparison.of(
                side("base", ERRORS, 0, 0.001, 0.002), side("tuned", ERRORS, 0.049, 0.050, 0.051), POLICY));
        assertThat(compared.change().value()).isCloseTo(0.049, within(1e-12));
        assertThat(compared.margin()).isEqualTo(0.01);
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
    }

    @Test
    void goodputThatFallsToZeroIsAChangeOfMinusOne() {
        ComparedMeasure compared =
                only(RunComparison.of(side("base", GOODPUT, 1.9, 2.0, 2.1), side("tuned", GOODPUT, 0, 0, 0), POLICY));
        assertThat(compared.change().value()).isCloseTo(-1, within(1e-12));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
    }

    @Test
    void aRelativeChangeFromZeroIsNoQuestion() {
        RunComparison comparison =
                RunComparison.of(side("base", GOODPUT, 0, 0, 0), side("tuned", GOODPUT, 1, 1, 1), POLICY);
        assertThat(comparison.compared()).isEmpty();
        assertThat(comparison.onlyInBase()).containsExactly(GOODPUT);
    }

    @Test
    void fromNothingToNothingIsEquivalent() {
        ComparedMeasure compared =
                only(RunComparison.of(side("base", GOODPUT, 0, 0, 0), side("tuned", GOODPUT, 0, 0, 0), POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.EQUIVALENT);
    }

    /** Each score has p (1 - p) / n = 0.25 / 100, so a difference of 5 points is far within 1.96 sqrt(2 x 0.0025). */
    @Test
    void repeatsOfAnEvaluationDoNotMakeItsQuestionsMore() {
        ComparisonSide base = scores("base", 0.50, 0.50, 0.50);
        ComparisonSide tuned = scores("tuned", 0.55, 0.55, 0.55);
        ComparedMeasure compared = only(RunComparison.of(base, tuned, POLICY));
        assertThat(compared.basis()).isEqualTo(DifferenceBasis.ITEMS);
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.INCONCLUSIVE);
        assertThat(compared.runsNeeded()).isEmpty();
    }

    @Test
    void lowerPerplexityIsAnImprovement() {
        MeasureAtLoad perplexity = MeasureAtLoad.withoutLoad(Measure.loss("wikitext word_perplexity"));
        ComparedMeasure compared = only(RunComparison.of(
                side("base", perplexity, 9.99, 10, 10.01), side("tuned", perplexity, 8.99, 9, 9.01), POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.IMPROVED);
    }

    @Test
    void oneRunASideWithItsOwnErrorIsScreenedByIt() {
        ComparisonSide base = new ComparisonSide(
                "base", List.of(run("a", new MeasuredValue(TTFT_P99, 100, 500, OptionalDouble.of(10)))));
        ComparisonSide tuned = new ComparisonSide(
                "tuned", List.of(run("b", new MeasuredValue(TTFT_P99, 100, 500, OptionalDouble.of(10)))));
        ComparedMeasure compared = only(RunComparison.of(base, tuned, POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.SCREENING);
        assertThat(compared.basis()).isEqualTo(DifferenceBasis.SCREENING_OWN);
        // sqrt(0.1^2 + 0.1^2) x 1.96 = 0.2772
        assertThat(compared.change().high().orElseThrow()).isCloseTo(Math.expm1(0.27718), within(1e-4));
    }

    @Test
    void aLoadThatAPlanRepeatsIsOneAnswerOfItsRun() {
        ComparisonSide base = new ComparisonSide(
                "base", List.of(run("a", new MeasuredValue(TTFT_P99, 90, 500), new MeasuredValue(TTFT_P99, 110, 500))));
        ComparedMeasure compared = only(RunComparison.of(base, side("tuned", TTFT_P99, 100), POLICY));
        assertThat(compared.base().values()).containsExactly(100.0);
        assertThat(compared.base().count()).isEqualTo(1000);
    }

    @Test
    void spreadIsLearnedFromOtherLoadsWhereTheLoadItselfWasNeverRepeated() {
        MeasureAtLoad other = new MeasureAtLoad(TTFT_P99.measure(), LoadKind.RATE, 8);
        RunVariance learned = RunVariance.learnedFrom(List.of(side("third", other, 100, 110)));
        assertThat(learned.deviation(TTFT_P99)).isCloseTo(Math.log(1.1) / Math.sqrt(2), within(1e-12));
        assertThat(learned.deviation(GOODPUT)).isZero();
        assertThat(RunVariance.NONE.deviation(TTFT_P99)).isZero();
    }

    private static ComparedMeasure errors(int requests) {
        List<RunMeasurements> runs = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            runs.add(run("r" + run, new MeasuredValue(ERRORS, 0, requests)));
        }
        return only(RunComparison.of(new ComparisonSide("base", runs), new ComparisonSide("tuned", runs), POLICY));
    }

    private static ComparisonSide scores(String name, double... scores) {
        List<RunMeasurements> runs = new ArrayList<>();
        for (double score : scores) {
            runs.add(run(name + runs.size(), new MeasuredValue(TASK, score, 100)));
        }
        return new ComparisonSide(name, runs);
    }

    private static MeanDifference of(VarianceAssumption spreads, List<ScaledRun> base, List<ScaledRun> candidate) {
        return new ScaledRuns(base, candidate).estimate(spreads).difference();
    }

    private static double found(int ofBase, int ofCandidate) {
        SplittableRandom random = new SplittableRandom(2026);
        int found = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] noise = IntStream.range(0, 40)
                    .mapToDouble(run -> random.nextGaussian())
                    .toArray();
            double[] base = Arrays.copyOfRange(noise, 0, ofBase);
            double[] candidate = Arrays.stream(noise, 20, 20 + ofCandidate)
                    .map(value -> value + 2.3)
                    .toArray();
            MeanDifference difference = of(VarianceAssumption.EACH_ITS_OWN, scaled(base), scaled(candidate));
            found += difference.value() > difference.halfWidth(0.95) ? 1 : 0;
        }
        return (double) found / TRIALS;
    }

    /** The second, the third and the sixth run are the candidate's. */
    private static DifferenceEstimate inTurns(double... values) {
        List<ScaledRun> base = new ArrayList<>();
        List<ScaledRun> candidate = new ArrayList<>();
        for (int at = 0; at < values.length; at++) {
            Optional<Instant> start = Optional.of(Instant.ofEpochSecond(600L * at));
            (at == 1 || at == 2 || at == 5 ? candidate : base)
                    .add(new ScaledRun("r" + at, start, values[at], 0, false));
        }
        return new ScaledRuns(base, candidate).estimate(VarianceAssumption.EACH_ITS_OWN);
    }

    private static double foundInTurns(int ofBase) {
        SplittableRandom random = new SplittableRandom(2026);
        int found = 0;
        for (int trial = 0; trial < TRIALS; trial++) {
            double[] noise = IntStream.range(0, 15)
                    .mapToDouble(run -> random.nextGaussian() + (run == 1 || run == 2 || run == 5 ? 2.3 : 0))
                    .toArray();
            MeanDifference difference =
                    inTurns(Arrays.copyOf(noise, ofBase + 3)).difference();
            found += difference.value() > difference.halfWidth(0.95) ? 1 : 0;
        }
        return (double) found / TRIALS;
    }

    private static RunComparison inTurns(int pairs) {
        List<RunMeasurements> base = new ArrayList<>();
        List<RunMeasurements> tuned = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            double slow = Math.pow(1.5, pair);
            base.add(timed("base" + pair, 2 * pair, 100 * slow * (1 + 0.001 * (pair % 2))));
            tuned.add(timed("tuned" + pair, 2 * pair + 1, 120 * slow * Math.sqrt(1.5)));
        }
        return RunComparison.of(new ComparisonSide("base", base), new ComparisonSide("tuned", tuned), POLICY);
    }

    private static ComparisonSide timed(String name, int... hours) {
        List<RunMeasurements> runs = new ArrayList<>();
        for (int hour : hours) {
            runs.add(timed(name + hour, hour, 100 + hour));
        }
        return new ComparisonSide(name, runs);
    }

    private static RunMeasurements timed(String run, int hour, double value) {
        return new RunMeasurements(
                run,
                Optional.of(Instant.ofEpochSecond(3600L * hour)),
                List.of(new MeasuredValue(TTFT_P99, value, 1000)));
    }

    private static List<ScaledRun> scaled(double... values) {
        List<ScaledRun> runs = new ArrayList<>();
        for (double value : values) {
            runs.add(new ScaledRun("r" + runs.size(), Optional.empty(), value, 0, false));
        }
        return runs;
    }
}

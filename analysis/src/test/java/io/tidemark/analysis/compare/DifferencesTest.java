package io.tidemark.analysis.compare;

import static io.tidemark.analysis.compare.Made.TTFT_P99;
import static io.tidemark.analysis.compare.Made.only;
import static io.tidemark.analysis.compare.Made.run;
import static io.tidemark.analysis.compare.Made.side;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class DifferencesTest {
    private static final ComparisonPolicy POLICY = ComparisonPolicy.DEFAULT;
    private static final Question ERRORS = new Question(Measure.errorShare(), LoadKind.RATE, 2);
    private static final Question GOODPUT = new Question(Measure.goodput(), LoadKind.RATE, 2);
    private static final Question TASK = Question.withoutLoad(Measure.quality("gsm8k"));

    /**
     * Base 0, 0.1, 0.2 (variance 0.01), candidate 1, 1, 1, 1.4 (variance 0.04), pooled 0.028, which counts as one degree of freedom:
     * (0.028 + 2 x 0.01) / 3 / 3 + (0.028 + 3 x 0.04) / 4 / 4 = 0.0145833.
     */
    @Test
    void eachSideCountsByItsOwnSpreadAndTheDegreesOfFreedomByTheNumbersOfRuns() {
        Difference difference = of(Spreads.EACH_ITS_OWN, scaled(0, 0.1, 0.2), scaled(1, 1, 1, 1.4));
        assertThat(difference.basis()).isEqualTo(Basis.RUNS);
        assertThat(difference.value()).isCloseTo(1.0, within(1e-12));
        assertThat(difference.standardError()).isCloseTo(Math.sqrt(0.0145833333), within(1e-8));
        assertThat(difference.degreesOfFreedom()).isCloseTo(4.80000000, within(1e-6));
    }

    @Test
    void equallyManyRunsAreStudents() {
        Difference difference = of(Spreads.EACH_ITS_OWN, scaled(0, 0.1, 0.2), scaled(1, 1.1, 1.2));
        assertThat(difference.standardError()).isCloseTo(Math.sqrt(0.01 * 2 / 3), within(1e-12));
        assertThat(difference.degreesOfFreedom()).isCloseTo(4, within(1e-12));
    }

    @Test
    void sidesThatVaryAlikeArePooled() {
        Difference difference = of(Spreads.ONE_FOR_BOTH, scaled(0, 0.1, 0.2), scaled(1, 1, 1, 1.4));
        assertThat(difference.basis()).isEqualTo(Basis.RUNS_ALIKE);
        assertThat(difference.standardError()).isCloseTo(Math.sqrt(0.028 * (1 / 3.0 + 1 / 4.0)), within(1e-12));
        assertThat(difference.degreesOfFreedom()).isEqualTo(5);
    }

    /** Noise of one size on both sides: what an interval reaches, in standard deviations of a run, never grows with a run more. */
    @Test
    void aRunMoreOnEitherSideNeverTakesPowerAway() {
        for (int candidate = 3; candidate <= 8; candidate++) {
            double last = Double.POSITIVE_INFINITY;
            for (int base = 3; base <= 40; base++) {
                double reach = reach(base, candidate);
                assertThat(reach).as(base + " + " + candidate).isLessThan(last * 1.001);
                assertThat(reach(candidate, base)).isCloseTo(reach, within(1e-9));
                last = reach;
            }
        }
    }

    /** The machine gets slower all the time, by half from pair to pair; the candidate is slower by a fifth in all. */
    @Test
    void aDriftIsTakenOutWhereTheSidesAreMixedAndNotWhereOneCameFirst() {
        Compared mixed = only(inTurns(5));
        assertThat(mixed.basis()).isEqualTo(Basis.RUNS_AND_DRIFT);
        assertThat(mixed.change().value()).isCloseTo(0.2, within(0.01));
        assertThat(mixed.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(inTurns(5).orderDoubt()).isEmpty();
        assertThat(only(inTurns(4)).basis()).isEqualTo(Basis.RUNS);
        assertThat(only(RunComparison.of(timed("base", 0, 1, 2, 3, 4), timed("tuned", 5, 6, 7, 8, 9), POLICY))
                        .basis())
                .isEqualTo(Basis.RUNS);
    }

    /** Values 0, 1, 3, 3, 5, 4, 7, 8, 8, 11 in turns: least squares by numpy's lstsq on side and place. */
    @Test
    void theDriftIsFittedByLeastSquares() {
        boolean[] candidate = {false, true, true, false, false, true, true, false, false, true};
        double[] values = {0, 1, 3, 3, 5, 4, 7, 8, 8, 11};
        Estimate estimate =
                Estimate.of(Design.ordered(candidate), values, new double[values.length], Spreads.EACH_ITS_OWN);
        assertThat(estimate.drift()).isTrue();
        assertThat(estimate.value()).isCloseTo(0.17718446601941706, within(1e-9));
        assertThat(Math.sqrt(estimate.variance())).isCloseTo(0.5520939631065317, within(1e-9));
        assertThat(estimate.base().degrees() + estimate.candidate().degrees()).isCloseTo(7, within(1e-9));
    }

    /** All of a side read 30 and 40 ms on a clock of 10 ms: each may be off by half a step, so the interval is not a point. */
    @Test
    void valuesThatComeInStepsAreNotTakenForExact() {
        Compared compared =
                only(RunComparison.of(side("base", TTFT_P99, 30, 30, 30), side("tuned", TTFT_P99, 40, 40, 40), POLICY));
        // ln(4/3) = 0.28768; its twelfth root each side: 0.28768 / sqrt 12 x sqrt(2/3) = 0.06781; t(4) = 2.776
        assertThat(compared.change().low().orElseThrow())
                .isCloseTo(Math.expm1(0.28768 - 2.776 * 0.06781), within(1e-3));
        assertThat(compared.change().p().orElseThrow()).isBetween(0.01, 0.02);
    }

    @Test
    void aQuantileOfFewRequestsIsMovedToItsRankWhereTheOtherSideHasMany() {
        Question p95 = new Question(Measure.quantile(Metric.TTFT, 0.95), LoadKind.RATE, 2);
        List<RunFigures> few = new ArrayList<>();
        List<RunFigures> many = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            double off = 1 + 0.01 * run;
            few.add(run("few" + run, new Figure(p95, 100 * off, 200), new Figure(TTFT_P99, 200 * off, 200)));
            many.add(run("many" + run, new Figure(p95, 100 * off, 3000), new Figure(TTFT_P99, 200 * off, 3000)));
        }
        Compared p99 = RunComparison.of(new Side("many", many), new Side("few", few), POLICY)
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
                .hasValue("all runs of one side came first: a drift of the machine would look the same;"
                        + " let the sides swap turns (base, candidate, candidate, base, ...)");
        assertThat(inTurns(3).orderDoubt().orElseThrow()).contains("the same one always came first");
        assertThat(RunComparison.of(timed("base", 0, 3, 4), timed("tuned", 1, 2, 5), POLICY)
                        .orderDoubt())
                .isEmpty();
        assertThat(RunComparison.of(timed("base", 0), timed("tuned", 1), POLICY).orderDoubt())
                .isEmpty();
    }

    @Test
    void sketchesThatFallIntoOneSlotAreNotTakenForCertain() {
        List<RunFigures> slow = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            slow.add(run("r" + run, new Figure(TTFT_P99, 100, 1000, OptionalDouble.empty(), 10)));
        }
        Side side = new Side("base", slow);
        Compared compared = only(RunComparison.of(side, side("tuned", TTFT_P99, 100, 100, 100), POLICY));
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
        Compared compared = only(RunComparison.of(
                side("base", ERRORS, 0, 0.001, 0.002), side("tuned", ERRORS, 0.049, 0.050, 0.051), POLICY));
        assertThat(compared.change().value()).isCloseTo(0.049, within(1e-12));
        assertThat(compared.margin()).isEqualTo(0.01);
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
    }

    @Test
    void goodputThatFallsToZeroIsAChangeOfMinusOne() {
        Compared compared =
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
        Compared compared =
                only(RunComparison.of(side("base", GOODPUT, 0, 0, 0), side("tuned", GOODPUT, 0, 0, 0), POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.EQUIVALENT);
    }

    /** Each score has p (1 - p) / n = 0.25 / 100, so a difference of 5 points is far within 1.96 sqrt(2 x 0.0025). */
    @Test
    void repeatsOfAnEvaluationDoNotMakeItsQuestionsMore() {
        Side base = scores("base", 0.50, 0.50, 0.50);
        Side tuned = scores("tuned", 0.55, 0.55, 0.55);
        Compared compared = only(RunComparison.of(base, tuned, POLICY));
        assertThat(compared.basis()).isEqualTo(Basis.ITEMS);
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.INCONCLUSIVE);
        assertThat(compared.runsNeeded()).isEmpty();
    }

    @Test
    void lowerPerplexityIsAnImprovement() {
        Question perplexity = Question.withoutLoad(Measure.loss("wikitext word_perplexity"));
        Compared compared = only(RunComparison.of(
                side("base", perplexity, 9.99, 10, 10.01), side("tuned", perplexity, 8.99, 9, 9.01), POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.IMPROVED);
    }

    @Test
    void oneRunASideWithItsOwnErrorIsScreenedByIt() {
        Side base = new Side("base", List.of(run("a", new Figure(TTFT_P99, 100, 500, OptionalDouble.of(10)))));
        Side tuned = new Side("tuned", List.of(run("b", new Figure(TTFT_P99, 100, 500, OptionalDouble.of(10)))));
        Compared compared = only(RunComparison.of(base, tuned, POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.SCREENING);
        assertThat(compared.basis()).isEqualTo(Basis.SCREENING_OWN);
        // sqrt(0.1^2 + 0.1^2) x 1.96 = 0.2772
        assertThat(compared.change().high().orElseThrow()).isCloseTo(Math.expm1(0.27718), within(1e-4));
    }

    @Test
    void aLoadThatAPlanRepeatsIsOneAnswerOfItsRun() {
        Side base = new Side("base", List.of(run("a", new Figure(TTFT_P99, 90, 500), new Figure(TTFT_P99, 110, 500))));
        Compared compared = only(RunComparison.of(base, side("tuned", TTFT_P99, 100), POLICY));
        assertThat(compared.base().values()).containsExactly(100.0);
        assertThat(compared.base().count()).isEqualTo(1000);
    }

    @Test
    void spreadIsLearnedFromOtherLoadsWhereTheLoadItselfWasNeverRepeated() {
        Question other = new Question(TTFT_P99.measure(), LoadKind.RATE, 8);
        RunVariance learned = RunVariance.learnedFrom(List.of(side("third", other, 100, 110)));
        assertThat(learned.deviation(TTFT_P99)).isCloseTo(Math.log(1.1) / Math.sqrt(2), within(1e-12));
        assertThat(learned.deviation(GOODPUT)).isZero();
        assertThat(RunVariance.NONE.deviation(TTFT_P99)).isZero();
    }

    private static Compared errors(int requests) {
        List<RunFigures> runs = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            runs.add(run("r" + run, new Figure(ERRORS, 0, requests)));
        }
        return only(RunComparison.of(new Side("base", runs), new Side("tuned", runs), POLICY));
    }

    private static Side scores(String name, double... scores) {
        List<RunFigures> runs = new ArrayList<>();
        for (double score : scores) {
            runs.add(run(name + runs.size(), new Figure(TASK, score, 100)));
        }
        return new Side(name, runs);
    }

    private static Difference of(Spreads spreads, List<ScaledRun> base, List<ScaledRun> candidate) {
        return new Runs(base, candidate).estimate(spreads).difference();
    }

    private static double reach(int base, int candidate) {
        Estimate.Part before = new Estimate.Part(base, 1, base - 1, 1.0 / base);
        Estimate.Part after = new Estimate.Part(candidate, 1, candidate - 1, 1.0 / candidate);
        return new Estimate(0, before, after, false, Spreads.EACH_ITS_OWN)
                .difference()
                .reach(0.99);
    }

    private static RunComparison inTurns(int pairs) {
        List<RunFigures> base = new ArrayList<>();
        List<RunFigures> tuned = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            double slow = Math.pow(1.5, pair);
            base.add(timed("base" + pair, 2 * pair, 100 * slow * (1 + 0.001 * (pair % 2))));
            tuned.add(timed("tuned" + pair, 2 * pair + 1, 120 * slow * Math.sqrt(1.5)));
        }
        return RunComparison.of(new Side("base", base), new Side("tuned", tuned), POLICY);
    }

    private static Side timed(String name, int... hours) {
        List<RunFigures> runs = new ArrayList<>();
        for (int hour : hours) {
            runs.add(timed(name + hour, hour, 100 + hour));
        }
        return new Side(name, runs);
    }

    private static RunFigures timed(String run, int hour, double value) {
        return new RunFigures(
                run, Optional.of(Instant.ofEpochSecond(3600L * hour)), List.of(new Figure(TTFT_P99, value, 1000)));
    }

    private static List<ScaledRun> scaled(double... values) {
        List<ScaledRun> runs = new ArrayList<>();
        for (double value : values) {
            runs.add(new ScaledRun("r" + runs.size(), Optional.empty(), value, 0, false));
        }
        return runs;
    }
}

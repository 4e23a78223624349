package io.tidemark.analysis.compare;

import static io.tidemark.analysis.compare.Made.TTFT_P99;
import static io.tidemark.analysis.compare.Made.only;
import static io.tidemark.analysis.compare.Made.run;
import static io.tidemark.analysis.compare.Made.side;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
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
     * Base 0, 0.1, 0.2 (variance 0.01), candidate 1, 1, 1, 1.4 (variance 0.04): 0.01 / 3 + 0.04 / 4 = 0.01333, below the pooled
     * 0.028 (1 / 3 + 1 / 4) = 0.01633; degrees by Welch 4.571, but those of three against three are 4.
     */
    @Test
    void unequalNumbersOfRunsAreWelchsButNeverSurerThanTheSmallerSideAllows() {
        Difference difference =
                new Runs(scaled(0, 0.1, 0.2), scaled(1, 1, 1, 1.4)).samples().unpaired(Spreads.EACH_ITS_OWN);
        assertThat(difference.basis()).isEqualTo(Basis.WELCH_RUNS);
        assertThat(difference.value()).isCloseTo(1.0, within(1e-12));
        assertThat(difference.standardError()).isCloseTo(Math.sqrt(0.0163333333), within(1e-8));
        assertThat(difference.degreesOfFreedom()).isEqualTo(4);
    }

    /** Variances 0.04 / 3 + 0 / 4 = 0.01333 above the pooled 0.016 x 0.5833 = 0.00933; Welch's degrees are the base's 2. */
    @Test
    void theSmallerSideThatVariesMoreCountsAlone() {
        Difference difference =
                new Runs(scaled(0, 0.2, 0.4), scaled(1, 1, 1, 1)).samples().unpaired(Spreads.EACH_ITS_OWN);
        assertThat(difference.standardError()).isCloseTo(Math.sqrt(0.0133333333), within(1e-8));
        assertThat(difference.degreesOfFreedom()).isCloseTo(2, within(1e-9));
    }

    @Test
    void sidesThatVaryAlikeArePooled() {
        Difference difference =
                new Runs(scaled(0, 0.1, 0.2), scaled(1, 1, 1, 1.4)).samples().unpaired(Spreads.ONE_FOR_BOTH);
        assertThat(difference.basis()).isEqualTo(Basis.POOLED_RUNS);
        assertThat(difference.degreesOfFreedom()).isEqualTo(5);
    }

    @Test
    void runsWithoutAnySpreadHaveTheDegreesOfTheSmallerSideTwice() {
        assertThat(new Runs(scaled(1, 1, 1), scaled(2, 2, 2, 2))
                        .samples()
                        .unpaired(Spreads.EACH_ITS_OWN)
                        .degreesOfFreedom())
                .isEqualTo(4);
    }

    /** The machine gets slower with each pair; the pairs' ratios are all 1.2. */
    @Test
    void runsThatTookTurnsAreComparedInPairs() {
        Compared compared = only(inTurns(POLICY.pairsFrom()));
        assertThat(compared.basis()).isEqualTo(Basis.PAIRED_RUNS);
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(compared.change().low().orElseThrow()).isCloseTo(0.2, within(0.01));
    }

    @Test
    void fewPairsAreNotPaired() {
        assertThat(only(inTurns(POLICY.pairsFrom() - 1)).basis()).isEqualTo(Basis.POOLED_RUNS);
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

    private static RunComparison inTurns(int pairs) {
        List<RunFigures> base = new ArrayList<>();
        List<RunFigures> tuned = new ArrayList<>();
        for (int pair = 0; pair < pairs; pair++) {
            double slow = Math.pow(1.5, pair);
            base.add(timed("base" + pair, 2 * pair, 100 * slow * (1 + 0.001 * (pair % 2))));
            tuned.add(timed("tuned" + pair, 2 * pair + 1, 120 * slow));
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

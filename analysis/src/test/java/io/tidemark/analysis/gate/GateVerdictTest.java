package io.tidemark.analysis.gate;

import static io.tidemark.analysis.compare.GeneratedSides.TTFT_P99;
import static io.tidemark.analysis.compare.GeneratedSides.side;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.GeneratedSides;
import io.tidemark.analysis.compare.MeasureSelection;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.compare.RunSeries;
import io.tidemark.analysis.compare.SignalShift;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.LoadKind;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GateVerdictTest {
    private static final ComparisonSide BASE = side("base", TTFT_P99, 99, 100, 101);

    @Test
    void aRegressionFailsAndTheParagraphSaysWhatByHowMuchHowSureAndWhatMoved() {
        List<SignalShift> moved =
                SignalShift.between(Map.of("waiting", 0.5, "kv_use", 0.4), Map.of("waiting", 6.0, "kv_use", 0.41));
        GateVerdict verdict = gate(side("tuned", TTFT_P99, 119, 120, 121), GatePolicy.DEFAULT, moved);
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.FAIL);
        assertThat(verdict.paragraph())
                .isEqualTo("\"tuned\" against \"base\": FAIL: 1 of 1 figures got worse."
                        + " Regressed: ttft p99 at 2 req/s +20.0 % (95 % CI +17.5 to +22.5 %, adjusted p 1.7e-05, 3 + 3 runs)."
                        + " Moved with it: waiting 0.5 -> 6."
                        + " These runs detect a worsening of 10.8 % at ttft p99 at 2 req/s with a power of"
                        + " 80 %, and rarely a smaller one.");
    }

    @Test
    void whatIsInconclusiveIsWhatThePolicyMakesOfIt() {
        ComparisonSide wide = side("tuned", TTFT_P99, 90, 120, 150);
        assertThat(gate(wide, GatePolicy.DEFAULT, List.of()).outcome()).isEqualTo(GateOutcome.UNDECIDED);
        GatePolicy lenient = onInconclusive(GateOutcome.PASS);
        assertThat(gate(wide, lenient, List.of()).outcome()).isEqualTo(GateOutcome.PASS);
        GatePolicy strict = onInconclusive(GateOutcome.FAIL);
        assertThat(gate(wide, strict, List.of()).outcome()).isEqualTo(GateOutcome.FAIL);
    }

    @Test
    void equivalentSidesPass() {
        assertThat(gate(side("tuned", TTFT_P99, 100, 101, 102), GatePolicy.DEFAULT, List.of())
                        .outcome())
                .isEqualTo(GateOutcome.PASS);
    }

    @Test
    void theParagraphSaysWhatImprovedAndWhatTheCandidateDidNotAnswer() {
        MeasureAtLoad tokens = new MeasureAtLoad(Measure.outputTokens(), LoadKind.CONCURRENCY, 32.5, "chat");
        List<RunMeasurements> base = new ArrayList<>();
        List<RunMeasurements> candidate = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            base.add(GeneratedSides.run(
                    "b" + run, new MeasuredValue(tokens, 100 + run, 10), new MeasuredValue(TTFT_P99, 1, 10)));
            candidate.add(GeneratedSides.run("c" + run, new MeasuredValue(tokens, 200 + run, 10)));
        }
        ComparisonPolicy ofAllClasses = ComparisonPolicy.DEFAULT.withSelection(new MeasureSelection(
                Set.of(),
                Set.of(),
                Set.of(),
                false,
                Set.of(),
                Set.of(),
                MeasureSelection.From.SENT,
                MeasureSelection.LatencyLoads.ALL));
        RunComparison comparison = RunComparison.of(
                new ComparisonSide("base", base), new ComparisonSide("tuned", candidate), ofAllClasses);
        GateVerdict verdict = GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of());
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(verdict.paragraph())
                .contains("UNDECIDED: the candidate lacks 1 of the figures of the base.")
                .contains("Improved: output_tokens_per_second of chat at 32.5 concurrent +99.0 %")
                .contains("Missing in the candidate, or 0 in the base: ttft p99 at 2 req/s.");
    }

    @Test
    void theParagraphSaysHowManyRunsWouldDecide() {
        assertThat(gate(side("tuned", TTFT_P99, 90, 120, 150), GatePolicy.DEFAULT, List.of())
                        .paragraph())
                .contains("UNDECIDED: 1 of 1 figures may be worse by their block or more;"
                        + " the least certain is ttft p99 at 2 req/s, up to ")
                .containsPattern(
                        "About \\d+ more runs per side, \\d+ in all, decide the open figures with a power of 80 %\\.");
    }

    @Test
    void oneRunIsScreeningAndTheParagraphSaysSo() {
        GateVerdict verdict = gate(side("tuned", TTFT_P99, 120), GatePolicy.DEFAULT, List.of());
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(verdict.paragraph()).endsWith("Fewer than 3 runs per side are screening only.");
    }

    @Test
    void sidesWithoutACommonQuestionAreUndecidedWhateverThePolicy() {
        GatePolicy lenient = new GatePolicy(
                ComparisonPolicy.DEFAULT,
                GateOutcome.PASS,
                GateOutcome.PASS,
                GateOutcome.PASS,
                GateOutcome.PASS,
                GatePolicy.OnOrderDoubt.IGNORE);
        GateVerdict verdict = gate(new ComparisonSide("tuned", List.of()), lenient, List.of());
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(verdict.paragraph())
                .startsWith("\"tuned\" against \"base\": UNDECIDED: they have no load and metric in common.");
    }

    @Test
    void meansAloneAreNamedWithTheKeyThatAsksForThem() {
        MeasureAtLoad mean = new MeasureAtLoad(Measure.mean(Metric.TTFT), LoadKind.RATE, 2);
        RunComparison comparison = RunComparison.of(
                side("base", mean, 99, 100, 101), side("tuned", mean, 119, 120, 121), ComparisonPolicy.DEFAULT);
        assertThat(GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of()).paragraph())
                .isEqualTo(
                        "\"tuned\" against \"base\": UNDECIDED: both have ttft mean at 2 req/s, but the policy does not select"
                                + " that (figures.means: true selects means).");
    }

    @Test
    void noVerdictStandsThatADriftWouldExplainUnlessThePolicySaysSo() {
        List<RunMeasurements> base = new ArrayList<>();
        List<RunMeasurements> slower = new ArrayList<>();
        List<RunMeasurements> same = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            base.add(at(run, 100 + run));
            slower.add(at(run + 3, 200 + run));
            same.add(at(run + 3, 100 + run));
        }
        GatePolicy ignoring = new GatePolicy(
                ComparisonPolicy.DEFAULT,
                GateOutcome.UNDECIDED,
                GateOutcome.UNDECIDED,
                GateOutcome.UNDECIDED,
                GateOutcome.UNDECIDED,
                GatePolicy.OnOrderDoubt.IGNORE);
        RunComparison regressed = RunComparison.of(
                new ComparisonSide("base", base), new ComparisonSide("tuned", slower), ComparisonPolicy.DEFAULT);
        RunComparison equivalent = RunComparison.of(
                new ComparisonSide("base", base), new ComparisonSide("tuned", same), ComparisonPolicy.DEFAULT);
        String doubt = "all runs of one side came first, so a drift of the machine would look like a change;"
                + " alternate the sides (base, candidate, candidate, base, ...), or compare at least 12 runs in all,"
                + " of which a change point can decide.";

        GateVerdict withheld = GateVerdict.of(regressed, GatePolicy.DEFAULT, List.of());
        assertThat(withheld.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(withheld.paragraph())
                .contains("UNDECIDED: " + doubt + " By the figures alone, 1 of 1 figures got worse.");
        assertThat(regressed.decision().outcome()).isEqualTo(PhaseOutcome.UNDECIDED);
        assertThat(regressed.decision().sentence())
                .startsWith("Undecided by the order of the runs; by the figures alone, tuned against base is worse in");
        assertThat(GateVerdict.of(equivalent, GatePolicy.DEFAULT, List.of()).outcome())
                .isEqualTo(GateOutcome.UNDECIDED);

        GateVerdict noted = GateVerdict.of(regressed, ignoring, List.of());
        assertThat(noted.outcome()).isEqualTo(GateOutcome.FAIL);
        assertThat(noted.paragraph()).contains("Note that " + doubt);
        assertThat(GateVerdict.of(equivalent, ignoring, List.of()).outcome()).isEqualTo(GateOutcome.PASS);
    }

    /** Runs vary by some 4 %: the interval leaves the margin of 10 %, but not what blocks. */
    @Test
    void whatIsNotWorseByTheBlockPassesThoughItIsNotEquivalent() {
        GateVerdict verdict = gate(side("tuned", TTFT_P99, 96, 101, 105), GatePolicy.DEFAULT, List.of());
        ComparedMeasure one = verdict.comparison().compared().get(0);
        assertThat(gate(side("tuned", TTFT_P99, 96, 101, 105), GatePolicy.DEFAULT, List.of())
                        .comparison()
                        .compared()
                        .get(0)
                        .isNotWorse())
                .isTrue();
        assertThat(one.worstNotExcluded()).isBetween(0.05, 0.25);
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.PASS);
        assertThat(verdict.paragraph())
                .startsWith(
                        "\"tuned\" against \"base\": PASS: the runs exclude a worsening of the block or more for all 1"
                                + " figures that have one; the closest is ttft p99 at 2 req/s, up to ");
    }

    @Test
    void moreGoodputForASlowerTpotIsATradeAndToldAsOne() {
        MeasureAtLoad tpot = new MeasureAtLoad(Measure.quantile(Metric.TPOT, 0.5), LoadKind.RATE, 2);
        MeasureAtLoad goodput = new MeasureAtLoad(Measure.goodput(), LoadKind.RATE, 2);
        MeasureAtLoad errors = new MeasureAtLoad(Measure.errorShare(), LoadKind.RATE, 2);
        RunComparison trade = compared(tpot, 120, goodput, 3);
        GateVerdict verdict = GateVerdict.of(trade, GatePolicy.DEFAULT, List.of());
        assertThat(verdict.isTrade()).isTrue();
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(verdict.paragraph())
                .startsWith(
                        "\"tuned\" against \"base\": UNDECIDED: a trade: 1 of 2 figures worse, and goodput at 2 req/s"
                                + " better.");
        GateVerdict withErrors = GateVerdict.of(compared(errors, 0.5, goodput, 3), GatePolicy.DEFAULT, List.of());
        assertThat(withErrors.isTrade()).isFalse();
        assertThat(withErrors.outcome()).isEqualTo(GateOutcome.FAIL);
    }

    /** The base is 100 and 2 in every run, but for one part in a hundred; of shares 0.1. */
    private static RunComparison compared(MeasureAtLoad one, double ofOne, MeasureAtLoad other, double ofOther) {
        double baseOfOne = one.measure().family().isRelative() ? 100 : 0.1;
        List<RunMeasurements> base = new ArrayList<>();
        List<RunMeasurements> tuned = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            double off = 1 + 0.01 * run;
            base.add(GeneratedSides.run(
                    "b" + run, new MeasuredValue(one, baseOfOne * off, 1000), new MeasuredValue(other, 2 * off, 1000)));
            tuned.add(GeneratedSides.run(
                    "t" + run,
                    new MeasuredValue(one, ofOne * off, 1000),
                    new MeasuredValue(other, ofOther * off, 1000)));
        }
        return RunComparison.of(
                new ComparisonSide("base", base), new ComparisonSide("tuned", tuned), ComparisonPolicy.DEFAULT);
    }

    @Test
    void signalsThatComeFromZeroMovedMost() {
        List<SignalShift> shifts = SignalShift.between(
                Map.of("preemptions", 0.0, "running", 50.0, "idle", 0.0, "gone", 1.0),
                Map.of("preemptions", 2.0, "running", 60.0, "idle", 0.0));
        assertThat(shifts).extracting(SignalShift::signal).containsExactly("preemptions", "running", "idle");
        assertThat(shifts.get(0).change()).isInfinite();
        assertThat(shifts.get(1).change()).isCloseTo(0.2, within(1e-12));
        assertThat(shifts.get(2).change()).isZero();
    }

    private static GatePolicy onInconclusive(GateOutcome outcome) {
        return new GatePolicy(
                ComparisonPolicy.DEFAULT,
                outcome,
                GateOutcome.UNDECIDED,
                GateOutcome.UNDECIDED,
                GateOutcome.UNDECIDED,
                GatePolicy.OnOrderDoubt.UNDECIDED);
    }

    /** Values vary by some 1 %. */
    @Test
    void aStepOfASeriesFailsWithItsDateAndSize() {
        double[] nights = {100, 101, 99, 100.5, 99.5, 100, 125, 126, 124, 125.5, 124.5, 125};
        for (int inBase : new int[] {5, 6, 8}) {
            GateVerdict verdict = ofSeries(inBase, nights);
            assertThat(verdict.outcome()).as("%d in the base", inBase).isEqualTo(GateOutcome.FAIL);
            assertThat(verdict.paragraph())
                    .doesNotContain("alternate the sides")
                    .contains("Change point: ttft p99 at 2 req/s +25.0 % (95 % CI +24.0 to +26.0 %)"
                            + " from 1970-01-01T06:00:00Z on (run r6, 7 of 12).");
        }
        double[] faster = {125, 126, 124, 125.5, 124.5, 125, 100, 101, 99, 100.5, 99.5, 100};
        assertThat(ofSeries(6, faster).outcome()).isEqualTo(GateOutcome.PASS);
    }

    @Test
    void aSeriesThatIsSteadyPassesAndOneNightIsNoRegression() {
        assertThat(ofSeries(6, 100, 101, 99, 100.5, 99.5, 100, 100.2, 101, 99, 100.7, 99.5, 100)
                        .outcome())
                .isEqualTo(GateOutcome.PASS);
        GateVerdict spike = ofSeries(6, 100, 101, 99, 100.5, 99.5, 100, 100.2, 101, 180, 100.7, 99.5, 100);
        assertThat(spike.outcome()).isNotEqualTo(GateOutcome.FAIL);
        assertThat(spike.regressed()).isEmpty();
        assertThat(spike.comparison().changePoints()).isEmpty();
    }

    /** A straight line has a change point in its middle, but it is no step. */
    @Test
    void aSeriesThatDriftsIsUndecided() {
        double[] nights = IntStream.range(0, 12)
                .mapToDouble(night -> 100 + 2.5 * night + (night % 3 - 1) * 0.5)
                .toArray();
        GateVerdict verdict = ofSeries(6, nights);
        assertThat(verdict.comparison().series().get(0).shape()).isEqualTo(RunSeries.Shape.UNCLEAR);
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(verdict.paragraph()).contains("a drift of the machine would look like a change");
    }

    /** A hundred series of each kind, whose nights vary by 2 %. Fewer than 12 nights are not called steady. */
    @ParameterizedTest
    @ValueSource(ints = {10, 12, 14})
    void aStepFailsAndNeitherADriftNorOneNightDecides(int nights) {
        int series = 100;
        Map<String, Integer> failed = new TreeMap<>();
        Map<String, Integer> passed = new TreeMap<>();
        for (int seed = 0; seed < series; seed++) {
            Random random = new Random(seed);
            double[] steady = IntStream.range(0, nights)
                    .mapToDouble(night -> 100 * Math.exp(0.02 * random.nextGaussian()))
                    .toArray();
            Map<String, IntToDoubleFunction> kinds = Map.of(
                    "steady", night -> 1,
                    "step from the fourth night on", night -> night < 3 ? 1 : 1.25,
                    "step from the seventh night on", night -> night < 6 ? 1 : 1.25,
                    "one slow night", night -> night == 7 ? 1.5 : 1,
                    "the last night is slow", night -> night == nights - 1 ? 1.25 : 1,
                    "drift", night -> Math.pow(1.02, night));
            kinds.forEach((kind, factor) -> {
                GateOutcome outcome = ofSeries(
                                nights / 2,
                                IntStream.range(0, nights)
                                        .mapToDouble(night -> steady[night] * factor.applyAsDouble(night))
                                        .toArray())
                        .outcome();
                failed.merge(kind, outcome == GateOutcome.FAIL ? 1 : 0, Integer::sum);
                passed.merge(kind, outcome == GateOutcome.PASS ? 1 : 0, Integer::sum);
            });
        }
        assertThat(failed.get("step from the seventh night on")).isGreaterThanOrEqualTo(95);
        assertThat(failed.get("step from the fourth night on")).isGreaterThanOrEqualTo(nights < 12 ? 0 : 95);
        assertThat(passed.get("step from the fourth night on")).isZero();
        assertThat(List.of(failed.get("steady"), failed.get("one slow night"), failed.get("the last night is slow")))
                .containsOnly(0);
        assertThat(passed.get("steady")).isBetween(nights < 12 ? 0 : 95, nights < 12 ? 5 : 100);
        assertThat(failed.get("drift")).isLessThanOrEqualTo(5);
        assertThat(passed.get("drift")).isZero();
    }

    /** Two hundred series of each kind, whose nights vary by 5 %: the limits that docs/internals/comparison-statistics.md names. */
    @ParameterizedTest
    @ValueSource(ints = {10, 12})
    void noiseAndDriftsAreRarelyCalledStepsAndMostStepsAreFound(int nights) {
        int series = 200;
        int ofNoise = 0;
        int ofDrifts = 0;
        int ofWandering = 0;
        int ofSteps = 0;
        for (int seed = 0; seed < series; seed++) {
            Random random = new Random(seed);
            double[] noise = new double[nights];
            double[] drift = new double[nights];
            double[] wandering = new double[nights];
            double[] step = new double[nights];
            double carried = random.nextGaussian();
            for (int night = 0; night < nights; night++) {
                double own = random.nextGaussian();
                carried = 0.8 * carried + 0.6 * own;
                noise[night] = 100 * Math.exp(0.05 * own);
                drift[night] = noise[night] * Math.exp(0.03 * night);
                step[night] = noise[night] * (night < 6 ? 1 : 1.25);
                wandering[night] = 100 * Math.exp(0.05 * carried);
            }
            ofNoise += ofSeries(nights / 2, noise).outcome() == GateOutcome.FAIL ? 1 : 0;
            ofDrifts += ofSeries(nights / 2, drift).outcome() == GateOutcome.FAIL ? 1 : 0;
            ofSteps += ofSeries(nights / 2, step).outcome() == GateOutcome.FAIL ? 1 : 0;
            ofWandering += ofSeries(nights / 2, wandering).outcome() == GateOutcome.FAIL ? 1 : 0;
        }
        assertThat(ofNoise).isLessThanOrEqualTo(series / 100);
        assertThat(ofDrifts).isLessThanOrEqualTo(series / 20);
        assertThat(ofWandering).isLessThanOrEqualTo(series / 20);
        assertThat(ofSteps).isGreaterThanOrEqualTo(series * 3 / 5);
    }

    private static GateVerdict ofSeries(int inBase, double... nights) {
        List<RunMeasurements> runs = IntStream.range(0, nights.length)
                .mapToObj(night -> at(night, nights[night]))
                .toList();
        return GateVerdict.of(
                RunComparison.of(
                        new ComparisonSide("before", runs.subList(0, inBase)),
                        new ComparisonSide("after", runs.subList(inBase, nights.length)),
                        ComparisonPolicy.DEFAULT),
                GatePolicy.DEFAULT,
                List.of());
    }

    private static RunMeasurements at(int hour, double value) {
        return new RunMeasurements(
                "r" + hour,
                Optional.of(Instant.ofEpochSecond(3600L * hour)),
                List.of(new MeasuredValue(TTFT_P99, value, 1000)));
    }

    private static GateVerdict gate(ComparisonSide candidate, GatePolicy policy, List<SignalShift> moved) {
        return GateVerdict.of(RunComparison.of(BASE, candidate, policy.comparison()), policy, moved);
    }
}

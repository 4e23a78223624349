package io.tidemark.analysis.compare;

import static io.tidemark.analysis.compare.GeneratedSides.TTFT_P99;
import static io.tidemark.analysis.compare.GeneratedSides.only;
import static io.tidemark.analysis.compare.GeneratedSides.run;
import static io.tidemark.analysis.compare.GeneratedSides.side;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.analysis.difference.DifferenceBasis;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.gate.GateOutcome;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.gate.GateVerdict;
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
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RunComparisonTest {
    private static final ComparisonPolicy POLICY = ComparisonPolicy.DEFAULT;

    /** Logs differ by ln 1.2 = 0.1823; sd ln 1.1 = 0.0953 each side, so se = 0.0953 sqrt(2/3) = 0.0778, t(4, 97.5 %) = 2.776. */
    @Test
    void theIntervalIsStudentsOnLogarithms() {
        ComparedMeasure compared = only(RunComparison.of(
                side("base", TTFT_P99, 100 / 1.1, 100, 110), side("tuned", TTFT_P99, 120 / 1.1, 120, 132), POLICY));
        assertThat(compared.change().value()).isCloseTo(0.2, within(1e-9));
        assertThat(compared.change().low().orElseThrow()).isCloseTo(1.2 * Math.exp(-0.2161) - 1, within(1e-3));
        assertThat(compared.change().high().orElseThrow()).isCloseTo(1.2 * Math.exp(0.2161) - 1, within(1e-3));
        assertThat(compared.basis()).isEqualTo(DifferenceBasis.RUNS);
        assertThat(compared.base().mean()).isCloseTo(100, within(1e-9));
    }

    @Test
    void anIntervalThatHoldsZeroAndLeavesTheMarginIsInconclusiveWithTheRunsThatWouldDecide() {
        ComparedMeasure compared = only(RunComparison.of(
                side("base", TTFT_P99, 100 / 1.1, 100, 110), side("tuned", TTFT_P99, 120 / 1.1, 120, 132), POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.INCONCLUSIVE);
        // With 4 the change is just found if it stays 0.1823 (2.447 x 0.0674 = 0.165): that is by chance, so it takes
        // more.
        assertThat(compared.runsNeeded().orElseThrow()).isBetween(5, 40);
    }

    /** The series stepped up by a quarter with the seventh of twelve runs, of which the base has eight. */
    @Test
    void aFigureThatSteppedForTheWorseIsWorseAtALookToo() {
        double[] nights = {100, 101, 99, 100.5, 99.5, 100, 125, 126, 124, 125.5, 124.5, 125};
        List<RunMeasurements> runs = IntStream.range(0, nights.length)
                .mapToObj(night -> new RunMeasurements(
                        "r" + night,
                        Optional.of(Instant.ofEpochSecond(3600L * night)),
                        List.of(new MeasuredValue(TTFT_P99, nights[night], 1000))))
                .toList();
        ComparisonSide before = new ComparisonSide("before", runs.subList(0, 8));
        ComparisonSide after = new ComparisonSide("after", runs.subList(8, nights.length));
        ComparedMeasure compared = only(RunComparison.of(before, after, POLICY, RunVariance.NONE, new InterimLook(8)));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(compared.base().runs()).containsExactly("r0", "r1", "r2", "r3", "r4", "r5");
        assertThat(compared.change().value()).isCloseTo(0.25, within(1e-3));
        assertThat(GateVerdict.of(RunComparison.of(before, after, POLICY), GatePolicy.DEFAULT, List.of())
                        .outcome())
                .isEqualTo(GateOutcome.FAIL);
    }

    @Test
    void aClearChangeBeyondTheMarginRegresses() {
        ComparedMeasure compared = only(
                RunComparison.of(side("base", TTFT_P99, 99, 100, 101), side("tuned", TTFT_P99, 119, 120, 121), POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(compared.runsNeeded()).isEmpty();
    }

    @Test
    void theSameChangeTheOtherWayImproves() {
        ComparedMeasure compared = only(
                RunComparison.of(side("base", TTFT_P99, 119, 120, 121), side("tuned", TTFT_P99, 99, 100, 101), POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.IMPROVED);
    }

    @Test
    void aClearChangeWithinTheMarginIsEquivalent() {
        ComparedMeasure compared = only(
                RunComparison.of(side("base", TTFT_P99, 99, 100, 101), side("tuned", TTFT_P99, 104, 105, 106), POLICY));
        assertThat(compared.change().excludesZero()).isTrue();
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.EQUIVALENT);
    }

    /** A server without any goodput: compared without logarithms, whose interval would go on below nothing. */
    @Test
    void noIntervalIsBelowMinusOneHundredPercent() {
        MeasureAtLoad goodput = new MeasureAtLoad(Measure.goodput(), LoadKind.RATE, 2);
        ComparedMeasure compared =
                only(RunComparison.of(side("base", goodput, 8, 10, 12), side("broken", goodput, 0, 0, 0.1), POLICY));
        assertThat(compared.change().low().orElseThrow()).isEqualTo(-1);
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
    }

    @Test
    void lessThroughputRegresses() {
        MeasureAtLoad tokens = new MeasureAtLoad(Measure.outputTokens(), LoadKind.RATE, 2);
        ComparedMeasure compared =
                only(RunComparison.of(side("base", tokens, 99, 100, 101), side("tuned", tokens, 89, 90, 91), POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
    }

    @Test
    void twoRunsASideAreScreeningWhateverTheyShow() {
        ComparedMeasure compared =
                only(RunComparison.of(side("base", TTFT_P99, 100, 100.1), side("tuned", TTFT_P99, 200, 200.1), POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.SCREENING);
        assertThat(compared.uncorrectedVerdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(compared.runsNeeded()).hasValue(3);
    }

    @Test
    void oneRunASideBorrowsTheSpreadOfRepeatsElsewhere() {
        ComparisonSide one = side("base", TTFT_P99, 100);
        ComparisonSide other = side("tuned", TTFT_P99, 120);
        ComparedMeasure alone = only(RunComparison.of(one, other, POLICY));
        assertThat(alone.change().low()).isEmpty();
        assertThat(alone.runsNeeded()).isEmpty();
        // sd of logs ln 1.1, 2 degrees of freedom: reach 4.303 x 0.0953 x sqrt 2 = 0.580
        RunVariance learned = RunVariance.learnedFrom(List.of(side("third", TTFT_P99, 50 / 1.1, 50, 55)));
        ComparedMeasure compared = only(RunComparison.of(one, other, POLICY, learned));
        assertThat(compared.basis()).isEqualTo(DifferenceBasis.SCREENING_LEARNED);
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.SCREENING);
        assertThat(compared.change().low().orElseThrow()).isCloseTo(1.2 * Math.exp(-0.580) - 1, within(1e-3));
        assertThat(compared.runsNeeded().orElseThrow()).isGreaterThanOrEqualTo(3);
    }

    @Test
    void aScoreOfZeroAgainstThreeQuartersRegressesWithOneRunASide() {
        MeasureAtLoad gsm8k = MeasureAtLoad.withoutLoad(Measure.quality("gsm8k exact_match"));
        ComparisonSide base = new ComparisonSide(
                "fp8", List.of(run("a", new MeasuredValue(gsm8k, 0.75, 1319, OptionalDouble.of(0.0119)))));
        ComparisonSide broken =
                new ComparisonSide("nvfp4", List.of(run("b", new MeasuredValue(gsm8k, 0, 1319, OptionalDouble.of(0)))));
        ComparedMeasure compared = only(RunComparison.of(base, broken, POLICY));
        assertThat(compared.verdict()).isEqualTo(ComparisonVerdict.REGRESSED);
        assertThat(compared.basis()).isEqualTo(DifferenceBasis.ITEMS);
        assertThat(compared.change().value()).isEqualTo(-0.75);
    }

    @Test
    void theLargestChangeIsTheWorstOfThoseAtALoad() {
        MeasureAtLoad higher = new MeasureAtLoad(TTFT_P99.measure(), LoadKind.RATE, 8);
        List<RunMeasurements> base = new ArrayList<>();
        List<RunMeasurements> tuned = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            base.add(run(
                    "b" + run,
                    new MeasuredValue(TTFT_P99, 100 + run, 1000),
                    new MeasuredValue(higher, 100 + run, 1000)));
            tuned.add(run(
                    "t" + run,
                    new MeasuredValue(TTFT_P99, 150 + run, 1000),
                    new MeasuredValue(higher, 120 + run, 1000)));
        }
        ComparisonSide before = new ComparisonSide("base", base);
        ComparisonSide after = new ComparisonSide("tuned", tuned);
        assertThat(RunComparison.of(before, after, POLICY)
                        .largestChange()
                        .orElseThrow()
                        .question())
                .isEqualTo(TTFT_P99);
        assertThat(RunComparison.of(after, before, POLICY)
                        .largestChange()
                        .orElseThrow()
                        .question())
                .as("both got better")
                .isEqualTo(TTFT_P99);
        assertThat(RunComparison.of(before, before, POLICY).largestChange()).isEmpty();
    }

    @Test
    void questionsOfOneSideOnlyAreNamed() {
        MeasureAtLoad other = new MeasureAtLoad(TTFT_P99.measure(), LoadKind.RATE, 4);
        RunComparison comparison =
                RunComparison.of(side("base", TTFT_P99, 1, 2, 3), side("tuned", other, 1, 2, 3), POLICY);
        assertThat(comparison.compared()).isEmpty();
        assertThat(comparison.onlyInBase()).containsExactly(TTFT_P99);
        assertThat(comparison.onlyInCandidate()).containsExactly(other);
        assertThat(comparison.decision().sentence())
                .isEqualTo("Undecided between tuned and base: no figure was compared.");
        assertThat(GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of()).outcome())
                .isEqualTo(GateOutcome.UNDECIDED);
    }

    @Test
    void atARateLatenciesCountFromDueWhereBothSidesKnowIt() {
        MeasureAtLoad sent = new MeasureAtLoad(Measure.quantile(Metric.E2E, 0.95), LoadKind.RATE, 2);
        MeasureAtLoad due = new MeasureAtLoad(Measure.quantile(Metric.E2E_DUE, 0.95), LoadKind.RATE, 2);
        assertThat(asked(latencies("base", sent, due), latencies("tuned", sent, due)))
                .containsExactly(due);
        assertThat(asked(latencies("base", sent, due), latencies("imported", sent)))
                .containsExactly(sent);
        MeasureAtLoad closed = new MeasureAtLoad(sent.measure(), LoadKind.CONCURRENCY, 2);
        MeasureAtLoad closedDue = new MeasureAtLoad(due.measure(), LoadKind.CONCURRENCY, 2);
        assertThat(asked(latencies("base", closed, closedDue), latencies("tuned", closed, closedDue)))
                .containsExactly(closed);
    }

    private static ComparisonSide latencies(String name, MeasureAtLoad... questions) {
        MeasuredValue[] figures = Stream.of(questions)
                .map(question -> new MeasuredValue(question, 100, 1000))
                .toArray(MeasuredValue[]::new);
        return new ComparisonSide(name, List.of(GeneratedSides.run(name, figures)));
    }

    private static List<MeasureAtLoad> asked(ComparisonSide base, ComparisonSide candidate) {
        return RunComparison.of(base, candidate, POLICY).compared().stream()
                .map(ComparedMeasure::question)
                .toList();
    }
}

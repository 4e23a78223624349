package io.tidemark.analysis.compare;

import static io.tidemark.analysis.compare.Made.TTFT_P99;
import static io.tidemark.analysis.compare.Made.side;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.Metric;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GateVerdictTest {
    private static final Side BASE = side("base", TTFT_P99, 99, 100, 101);

    @Test
    void aRegressionFailsAndTheParagraphSaysWhatByHowMuchHowSureAndWhatMoved() {
        List<SignalShift> moved =
                SignalShift.between(Map.of("waiting", 0.5, "kv_use", 0.4), Map.of("waiting", 6.0, "kv_use", 0.41));
        GateVerdict verdict = gate(side("tuned", TTFT_P99, 119, 120, 121), GatePolicy.DEFAULT, moved);
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.FAIL);
        assertThat(verdict.paragraph())
                .isEqualTo(
                        "\"tuned\" against \"base\": FAIL, 1 of 1 questions regressed, 0 improved, 0 inconclusive, 0 with too few runs."
                                + " Regressed: ttft p99 at 2 req/s +20.0 % (95 % CI +17.5 to +22.5 %, adjusted p 1.7e-05, 3 + 3 runs)."
                                + " Moved with it: waiting 0.500 -> 6.00.");
    }

    @Test
    void whatIsInconclusiveIsWhatThePolicyMakesOfIt() {
        Side wide = side("tuned", TTFT_P99, 90, 120, 150);
        assertThat(gate(wide, GatePolicy.DEFAULT, List.of()).outcome()).isEqualTo(GateOutcome.UNDECIDED);
        GatePolicy lenient = new GatePolicy(
                ComparisonPolicy.DEFAULT, GateOutcome.PASS, GateOutcome.UNDECIDED, GateOutcome.UNDECIDED);
        assertThat(gate(wide, lenient, List.of()).outcome()).isEqualTo(GateOutcome.PASS);
        GatePolicy strict = new GatePolicy(
                ComparisonPolicy.DEFAULT, GateOutcome.FAIL, GateOutcome.UNDECIDED, GateOutcome.UNDECIDED);
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
        Question tokens = new Question(Measure.outputTokens(), LoadKind.CONCURRENCY, 32.5, "chat");
        List<RunFigures> base = new ArrayList<>();
        List<RunFigures> candidate = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            base.add(Made.run("b" + run, new Figure(tokens, 100 + run, 10), new Figure(TTFT_P99, 1, 10)));
            candidate.add(Made.run("c" + run, new Figure(tokens, 200 + run, 10)));
        }
        ComparisonPolicy ofAllClasses = ComparisonPolicy.DEFAULT.withSelection(
                new Selection(Set.of(), Set.of(), Set.of(), false, Set.of(), Set.of()));
        RunComparison comparison = RunComparison.of(new Side("base", base), new Side("tuned", candidate), ofAllClasses);
        GateVerdict verdict = GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of());
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(verdict.paragraph())
                .contains("UNDECIDED, 0 of 1 questions regressed, 1 improved")
                .contains("Improved: output_tokens_per_second of chat at 32.5 in flight +99.0 %")
                .endsWith("Not answered by the candidate, or 0 in the base: ttft p99 at 2 req/s.");
    }

    @Test
    void theParagraphSaysHowManyRunsWouldDecide() {
        assertThat(gate(side("tuned", TTFT_P99, 90, 120, 150), GatePolicy.DEFAULT, List.of())
                        .paragraph())
                .contains("UNDECIDED, 0 of 1 questions regressed, 0 improved, 1 inconclusive")
                .containsPattern("About \\d+ runs per side would decide what is inconclusive, if figures stay\\.$");
    }

    @Test
    void oneRunIsScreeningAndTheParagraphSaysSo() {
        GateVerdict verdict = gate(side("tuned", TTFT_P99, 120), GatePolicy.DEFAULT, List.of());
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(verdict.paragraph()).endsWith("Fewer than 3 runs per side are screening only.");
    }

    @Test
    void sidesWithoutACommonQuestionAreUndecidedWhateverThePolicy() {
        GatePolicy lenient =
                new GatePolicy(ComparisonPolicy.DEFAULT, GateOutcome.PASS, GateOutcome.PASS, GateOutcome.PASS);
        GateVerdict verdict = gate(new Side("tuned", List.of()), lenient, List.of());
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(verdict.paragraph())
                .startsWith("\"tuned\" against \"base\": UNDECIDED: they have no load and metric in common.");
    }

    @Test
    void meansAloneAreNamedWithTheKeyThatAsksForThem() {
        Question mean = new Question(Measure.mean(Metric.TTFT), LoadKind.RATE, 2);
        RunComparison comparison = RunComparison.of(
                side("base", mean, 99, 100, 101), side("tuned", mean, 119, 120, 121), ComparisonPolicy.DEFAULT);
        assertThat(GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of()).paragraph())
                .isEqualTo(
                        "\"tuned\" against \"base\": UNDECIDED: both have ttft mean at 2 req/s, but the policy does not ask"
                                + " for that (figures.means: true asks for means).");
    }

    @Test
    void aRegressionAfterAllOfTheBaseIsNotedAsWhatADriftWouldLookLike() {
        List<RunFigures> base = new ArrayList<>();
        List<RunFigures> candidate = new ArrayList<>();
        for (int run = 0; run < 3; run++) {
            base.add(at(run, 100 + run));
            candidate.add(at(run + 3, 200 + run));
        }
        RunComparison comparison =
                RunComparison.of(new Side("base", base), new Side("tuned", candidate), ComparisonPolicy.DEFAULT);
        assertThat(GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of()).paragraph())
                .endsWith("Note that all runs of one side came first: a drift of the machine would look the same;"
                        + " let the sides swap turns (base, candidate, candidate, base, ...).");
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

    private static RunFigures at(int hour, double value) {
        return new RunFigures(
                "r" + hour,
                Optional.of(Instant.ofEpochSecond(3600L * hour)),
                List.of(new Figure(TTFT_P99, value, 1000)));
    }

    private static GateVerdict gate(Side candidate, GatePolicy policy, List<SignalShift> moved) {
        return GateVerdict.of(RunComparison.of(BASE, candidate, policy.comparison()), policy, moved);
    }
}

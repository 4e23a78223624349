package io.tidemark.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.analysis.gate.GateOutcome;
import io.tidemark.analysis.gate.GatePolicy;
import io.tidemark.analysis.gate.GateVerdict;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.analysis.measure.SloAtLoad;
import io.tidemark.events.LoadKind;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Metric;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeldLoadsTest {
    private static final double[] LOADS = {10, 20, 30};
    private static final MeasureAtLoad TTFT = GeneratedSides.TTFT_P99;

    @Test
    void aRunHoldsTheHighestLoadThatPassesBelowTheFirstThatFails() {
        ComparisonSide base = side("base", "PPF", "PIP", "PFP");
        ComparisonSide candidate = side("tuned", "PPP", "IPF", "PPP");
        HeldLoads held = new HeldLoads(base, candidate);
        assertThat(values(held.with(base)))
                .as("2: 30 passes, 20 is not shown to break")
                .containsExactly(20.0, 30.0, 10.0);
        assertThat(values(held.with(candidate))).containsExactly(30.0, 20.0, 30.0);
    }

    @Test
    void aRunThatIsNotDecidedAnywhereHasNoFigureAndOneWhoseLowestLoadFailsHoldsNothing() {
        ComparisonSide base = side("base", "PPP", "III", "FPP");
        HeldLoads held = new HeldLoads(base, side("tuned", "PPP"));
        assertThat(values(held.with(base))).containsExactly(30.0, 0.0);
    }

    @Test
    void whereTheBaseHoldsNothingThereIsNoChangeToTell() {
        ComparisonSide base = side("base", "FFF", "FFF");
        HeldLoads held = new HeldLoads(base, side("tuned", "PPP", "PPP"));
        assertThat(values(held.with(base))).isEmpty();
        assertThat(held.anyIsHeld(LoadKind.RATE)).isFalse();
    }

    @Test
    void onlyLoadsCountThatEveryRunTried() {
        ComparisonSide base = side("base", "PPP", "PP");
        HeldLoads held = new HeldLoads(base, side("tuned", "PPP"));
        assertThat(values(held.with(base))).containsExactly(20.0, 20.0);
    }

    @Test
    void aLoadIsHeldByBothSidesWhileNeitherBreaksItInMoreRunsThanKeepIt() {
        HeldLoads held = new HeldLoads(side("base", "PPP", "PPF", "PFF"), side("tuned", "PPP", "PFP", "PFI"));
        assertThat(held.isHeld(LoadKind.RATE, 10)).isTrue();
        assertThat(held.isHeld(LoadKind.RATE, 20))
                .as("two of three candidates fail there")
                .isFalse();
        assertThat(held.isHeld(LoadKind.RATE, 30))
                .as("above a load that breaks")
                .isFalse();
        assertThat(held.anyIsHeld(LoadKind.RATE)).isTrue();
        assertThat(held.anyIsHeld(LoadKind.CONCURRENCY)).as("not tried").isFalse();
    }

    @Test
    void aLoadThatARunTriedTwiceAndFailedOnceIsFailed() {
        RunMeasurements twice = new RunMeasurements(
                "twice",
                Optional.empty(),
                List.of(new MeasuredValue(TTFT, 100, 1)),
                List.of(slo(10, Verdict.PASS), slo(20, Verdict.PASS), slo(20, Verdict.FAIL)));
        ComparisonSide base = new ComparisonSide("base", List.of(twice));
        assertThat(values(new HeldLoads(base, base).with(base))).containsExactly(10.0);
    }

    /** Runs whose spread is as wide as what they held: only a factor of two and more could be found. */
    @Test
    void aGateSaysWhereItsRunsFindNoSmallChange() {
        ComparisonSide base = side("base", "PPP", "FFF", "PFF");
        ComparisonSide candidate = side("tuned", "FFF", "PPP", "PFF");
        GateVerdict verdict = GateVerdict.of(
                RunComparison.of(base, candidate, ComparisonPolicy.DEFAULT), GatePolicy.DEFAULT, List.of());
        assertThat(verdict.paragraph()).contains("They do not detect a change below a factor of two at held_load");
    }

    /** At the loads that only the candidate holds its TTFT is three times that of the base. */
    @Test
    void aCandidateThatHoldsMoreIsNotAskedForItsLatenciesThere() {
        ComparisonSide base = withTtft(side("base", "PFF", "PFF", "PFF"), 1);
        ComparisonSide candidate = withTtft(side("tuned", "PPP", "PPP", "PPP"), 3);
        RunComparison comparison = RunComparison.of(base, candidate, ComparisonPolicy.DEFAULT);
        assertThat(comparison.compared())
                .extracting(ComparedMeasure::question)
                .containsExactlyInAnyOrder(MeasureAtLoad.heldLoad(LoadKind.RATE), ttft(10));
        assertThat(comparison.beyondHeldLoad())
                .extracting(RunComparison.LeftOut::question)
                .containsExactlyInAnyOrder(ttft(20), ttft(30));
        assertThat(comparison.beyondHeldLoad()).allSatisfy(one -> {
            assertThat(one.reason()).isEqualTo("base breaks its SLO at 20 req/s");
            assertThat(one.candidate().mean()).isGreaterThan(2.9 * one.base().mean());
        });

        GateVerdict verdict = GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of());
        assertThat(verdict.outcome()).as(verdict.paragraph()).isEqualTo(GateOutcome.PASS);
        assertThat(verdict.paragraph()).contains("Improved: held_load");
    }

    /** As a run does that still goes on, or was made with other loads. */
    @Test
    void aRunThatTriedFewerLoadsDoesNotMakeAnotherLoadHeld() {
        ComparisonSide base = withTtft(side("base", "PFF", "PFF", "PFF"), 1);
        ComparisonSide candidate = withTtft(side("tuned", "PPP", "PPP", "PPP", "P"), 3);
        HeldLoads held = new HeldLoads(base, candidate);
        assertThat(held.isHeld(LoadKind.RATE, 10)).isTrue();
        assertThat(held.isHeld(LoadKind.RATE, 20)).isFalse();
        assertThat(new HeldLoads(side("base", "PF", "P"), candidate).isHeld(LoadKind.RATE, 20))
                .as("of the base's runs that tried it, all fail")
                .isFalse();

        RunComparison comparison = RunComparison.of(base, candidate, ComparisonPolicy.DEFAULT);
        assertThat(comparison.beyondHeldLoad())
                .extracting(RunComparison.LeftOut::question)
                .containsExactlyInAnyOrder(ttft(20), ttft(30));
        GateVerdict verdict = GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of());
        assertThat(verdict.outcome()).as(verdict.paragraph()).isNotEqualTo(GateOutcome.FAIL);
    }

    /** Both pass 10 req/s alone; one of them fails above, the other is undecided there. */
    @Test
    void aCandidateThatFailsWhereTheBaseIsUndecidedIsNotEquivalent() {
        ComparisonSide failing = withTtft(side("failing", "PFF", "PFF", "PFF"), 1);
        ComparisonSide undecided = withTtft(side("undecided", "PII", "PII", "PII"), 1);

        RunComparison comparison = RunComparison.of(undecided, failing, ComparisonPolicy.DEFAULT);
        GateVerdict verdict = GateVerdict.of(comparison, GatePolicy.DEFAULT, List.of());
        assertThat(verdict.outcome()).isEqualTo(GateOutcome.UNDECIDED);
        assertThat(verdict.paragraph())
                .contains("UNDECIDED: failing fails at 20 req/s, and undecided is not known to.");
        assertThat(comparison.decision().outcome()).isEqualTo(PhaseOutcome.UNDECIDED);
        assertThat(comparison.decision().sentence()).startsWith("No phase holds more load for certain: ");

        RunComparison swapped = RunComparison.of(failing, undecided, ComparisonPolicy.DEFAULT);
        assertThat(GateVerdict.of(swapped, GatePolicy.DEFAULT, List.of()).outcome())
                .isEqualTo(GateOutcome.PASS);
    }

    private static MeasureAtLoad ttft(double load) {
        return new MeasureAtLoad(Measure.quantile(Metric.TTFT, 0.99), LoadKind.RATE, load);
    }

    /** The same runs with TTFT at each load: about 100 ms at the lowest, and so many times as much at the others. */
    private static ComparisonSide withTtft(ComparisonSide side, double slower) {
        return new ComparisonSide(
                side.name(),
                IntStream.range(0, side.runs().size())
                        .mapToObj(i -> {
                            RunMeasurements run = side.runs().get(i);
                            return new RunMeasurements(
                                    run.run(),
                                    run.startedAt(),
                                    List.of(
                                            new MeasuredValue(ttft(10), 100 + i, 1000),
                                            new MeasuredValue(ttft(20), (200 + i) * slower, 1000),
                                            new MeasuredValue(ttft(30), (300 + i) * slower, 1000)),
                                    run.slo());
                        })
                        .toList());
    }

    private static List<Double> values(ComparisonSide side) {
        return side.runs().stream()
                .flatMap(run -> run.figures().stream())
                .filter(figure -> figure.question().equals(MeasureAtLoad.heldLoad(LoadKind.RATE)))
                .map(MeasuredValue::value)
                .toList();
    }

    /** Runs named by their place, with verdicts at 10, 20 and 30 req/s. */
    private static ComparisonSide side(String name, String... verdicts) {
        return new ComparisonSide(
                name,
                IntStream.range(0, verdicts.length)
                        .mapToObj(i -> new RunMeasurements(
                                name + i,
                                Optional.empty(),
                                List.of(new MeasuredValue(TTFT, 100 + i, 1000)),
                                IntStream.range(0, verdicts[i].length())
                                        .mapToObj(at -> slo(LOADS[at], verdict(verdicts[i].charAt(at))))
                                        .toList()))
                        .toList());
    }

    private static Verdict verdict(char letter) {
        return Arrays.stream(Verdict.values())
                .filter(verdict -> verdict.name().charAt(0) == letter && verdict != Verdict.INVALID)
                .findFirst()
                .orElseThrow();
    }

    private static SloAtLoad slo(double load, Verdict verdict) {
        return new SloAtLoad(LoadKind.RATE, load, verdict);
    }
}

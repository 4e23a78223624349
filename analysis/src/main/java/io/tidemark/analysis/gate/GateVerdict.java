package io.tidemark.analysis.gate;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.compare.SignalShift;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.PhaseOutcome;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A gate's decision and the facts that it rests on.
 *
 * @param regressed held load and goodput first, then the surest
 * @param open neither changed nor shown not to be worse, those that leave most possible first
 * @param isTrade whether what regressed was given for more load or goodput
 * @param doubt why the order of the runs lets no verdict stand; empty where it does
 * @param moved signals whose means differ, what changed most first; nothing says that they caused it
 */
public record GateVerdict(
        GateOutcome outcome,
        RunComparison comparison,
        List<ComparedMeasure> regressed,
        List<ComparedMeasure> improved,
        List<ComparedMeasure> open,
        List<ComparedMeasure> screening,
        List<MeasureAtLoad> missing,
        boolean isTrade,
        Optional<String> doubt,
        List<SignalShift> moved) {
    public GateVerdict {
        regressed = List.copyOf(regressed);
        improved = List.copyOf(improved);
        open = List.copyOf(open);
        screening = List.copyOf(screening);
        missing = List.copyOf(missing);
        moved = List.copyOf(moved);
    }

    /**
     * No verdict where the runs' order lets none stand, but for what an evaluation's items show by themselves. Else FAIL where anything regressed that is no trade or the policy says so, else UNDECIDED where it says so or nothing was compared, else PASS:
     * every figure is better, equivalent, or not worse by its block. Runs that are one series regressed, too, where a figure's change point is for
     * the worse, wherever the sides meet.
     */
    public static GateVerdict of(RunComparison comparison, GatePolicy policy, List<SignalShift> moved) {
        List<ComparedMeasure> open = comparison.open();
        List<ComparedMeasure> screening = comparison.with(ComparisonVerdict.SCREENING);
        List<ComparedMeasure> regressed = comparison.with(ComparisonVerdict.REGRESSED);
        List<ComparedMeasure> improved = comparison.with(ComparisonVerdict.IMPROVED);
        List<MeasureAtLoad> missing = comparison.onlyInBase();
        boolean isTrade = PhaseDecision.ofFigures(comparison) == PhaseOutcome.TRADE;
        GateOutcome ofFigures = worst(
                regressed.isEmpty() && !comparison.steppedForTheWorse()
                        ? GateOutcome.PASS
                        : isTrade ? policy.onTrade() : GateOutcome.FAIL,
                comparison.compared().isEmpty() || comparison.earlierFailure().isPresent()
                        ? GateOutcome.UNDECIDED
                        : GateOutcome.PASS,
                open.isEmpty() ? GateOutcome.PASS : policy.onInconclusive(),
                screening.isEmpty() ? GateOutcome.PASS : policy.onScreening(),
                missing.isEmpty() ? GateOutcome.PASS : policy.onMissing());
        Optional<String> doubt = comparison
                .withheldByOrder()
                .filter(description -> policy.onOrderDoubt() == GatePolicy.OnOrderDoubt.UNDECIDED);
        return new GateVerdict(
                doubt.isPresent() ? GateOutcome.UNDECIDED : ofFigures,
                comparison,
                PhaseDecision.surestFirst(regressed),
                PhaseDecision.surestFirst(improved),
                open.stream()
                        .sorted(Comparator.comparingDouble(
                                        (ComparedMeasure one) -> one.worstNotExcluded() / one.block())
                                .reversed())
                        .toList(),
                screening,
                missing,
                isTrade,
                doubt,
                moved);
    }

    /** What regressed, by how much, how sure, and what moved with it, for people. */
    public String paragraph() {
        return paragraph("");
    }

    /** @param decision in words, printed after the outcome */
    public String paragraph(String decision) {
        return GateParagraph.of(this, decision);
    }

    private static GateOutcome worst(GateOutcome... outcomes) {
        if (Stream.of(outcomes).anyMatch(GateOutcome.FAIL::equals)) {
            return GateOutcome.FAIL;
        }
        return Stream.of(outcomes).allMatch(GateOutcome.PASS::equals) ? GateOutcome.PASS : GateOutcome.UNDECIDED;
    }
}

package io.tidemark.analysis.compare;

import io.tidemark.events.ComparisonVerdict;
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
        List<Compared> regressed,
        List<Compared> improved,
        List<Compared> open,
        List<Compared> screening,
        List<Question> missing,
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
     * every figure is better, equivalent, or not worse by its block.
     */
    public static GateVerdict of(RunComparison comparison, GatePolicy policy, List<SignalShift> moved) {
        List<Compared> open = comparison.open();
        List<Compared> screening = comparison.with(ComparisonVerdict.SCREENING);
        List<Compared> regressed = comparison.with(ComparisonVerdict.REGRESSED);
        List<Compared> improved = comparison.with(ComparisonVerdict.IMPROVED);
        List<Question> missing = comparison.onlyInBase();
        boolean isTrade = Trade.isOne(regressed, improved);
        GateOutcome ofFigures = worst(
                regressed.isEmpty() ? GateOutcome.PASS : isTrade ? policy.onTrade() : GateOutcome.FAIL,
                comparison.compared().isEmpty() ? GateOutcome.UNDECIDED : GateOutcome.PASS,
                open.isEmpty() ? GateOutcome.PASS : policy.onInconclusive(),
                screening.isEmpty() ? GateOutcome.PASS : policy.onScreening(),
                missing.isEmpty() ? GateOutcome.PASS : policy.onMissing());
        boolean restsOnOrder =
                comparison.compared().stream().anyMatch(one -> one.basis().decides() && one.basis() != Basis.ITEMS)
                        && regressed.stream().noneMatch(one -> one.basis() == Basis.ITEMS);
        Optional<String> doubt = restsOnOrder && policy.onOrderDoubt() == GatePolicy.OnOrderDoubt.UNDECIDED
                ? comparison.orderDoubt()
                : Optional.empty();
        return new GateVerdict(
                doubt.isPresent() ? GateOutcome.UNDECIDED : ofFigures,
                comparison,
                surestFirst(regressed),
                surestFirst(improved),
                open.stream()
                        .sorted(Comparator.comparingDouble((Compared one) -> one.worstLeft() / one.block())
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

    /** @param slo what both sides hold within their SLO, told after the outcome */
    public String paragraph(String slo) {
        return GateParagraph.of(this, slo);
    }

    private static GateOutcome worst(GateOutcome... outcomes) {
        if (Stream.of(outcomes).anyMatch(GateOutcome.FAIL::equals)) {
            return GateOutcome.FAIL;
        }
        return Stream.of(outcomes).allMatch(GateOutcome.PASS::equals) ? GateOutcome.PASS : GateOutcome.UNDECIDED;
    }

    private static List<Compared> surestFirst(List<Compared> compared) {
        return compared.stream()
                .sorted(Comparator.comparing(Trade::isGain)
                        .reversed()
                        .thenComparingDouble(one -> one.change().adjustedP().orElse(1)))
                .toList();
    }
}

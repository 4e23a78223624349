package io.tidemark.analysis.compare;

import io.tidemark.events.ComparisonVerdict;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A gate's decision and the facts that it rests on.
 *
 * @param regressed surest first
 * @param moved signals whose means differ, what changed most first; nothing says that they caused it
 */
public record GateVerdict(
        GateOutcome outcome,
        RunComparison comparison,
        List<Compared> regressed,
        List<Compared> improved,
        List<Compared> inconclusive,
        List<Compared> screening,
        List<Question> missing,
        List<SignalShift> moved) {
    public GateVerdict {
        regressed = List.copyOf(regressed);
        improved = List.copyOf(improved);
        inconclusive = List.copyOf(inconclusive);
        screening = List.copyOf(screening);
        missing = List.copyOf(missing);
        moved = List.copyOf(moved);
    }

    /** FAIL where anything regressed or the policy says so, else UNDECIDED where it says so or nothing was compared, else PASS. */
    public static GateVerdict of(RunComparison comparison, GatePolicy policy, List<SignalShift> moved) {
        List<Compared> inconclusive = comparison.with(ComparisonVerdict.INCONCLUSIVE);
        List<Compared> screening = comparison.with(ComparisonVerdict.SCREENING);
        List<Compared> regressed = comparison.with(ComparisonVerdict.REGRESSED);
        List<Question> missing = comparison.onlyInBase();
        GateOutcome outcome = worst(
                regressed.isEmpty() ? GateOutcome.PASS : GateOutcome.FAIL,
                comparison.compared().isEmpty() ? GateOutcome.UNDECIDED : GateOutcome.PASS,
                inconclusive.isEmpty() ? GateOutcome.PASS : policy.onInconclusive(),
                screening.isEmpty() ? GateOutcome.PASS : policy.onScreening(),
                missing.isEmpty() ? GateOutcome.PASS : policy.onMissing());
        return new GateVerdict(
                outcome,
                comparison,
                surestFirst(regressed),
                surestFirst(comparison.with(ComparisonVerdict.IMPROVED)),
                inconclusive,
                screening,
                missing,
                moved);
    }

    /** What regressed, by how much, how sure, and what moved with it, for people. */
    public String paragraph() {
        return GateParagraph.of(this);
    }

    private static GateOutcome worst(GateOutcome... outcomes) {
        if (Stream.of(outcomes).anyMatch(GateOutcome.FAIL::equals)) {
            return GateOutcome.FAIL;
        }
        return Stream.of(outcomes).allMatch(GateOutcome.PASS::equals) ? GateOutcome.PASS : GateOutcome.UNDECIDED;
    }

    private static List<Compared> surestFirst(List<Compared> compared) {
        return compared.stream()
                .sorted(Comparator.comparingDouble(
                        one -> one.change().adjustedP().orElse(1)))
                .toList();
    }
}

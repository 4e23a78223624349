package io.tidemark.analysis.compare;

import io.tidemark.analysis.difference.DifferenceBasis;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.difference.SideMeasurements;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.events.ComparisonVerdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A candidate side against its base, at every selected question that both answered.
 *
 * @param order how the runs lay in time
 * @param compared by load, class and measure
 * @param onlyInBase selected questions that the candidate did not answer, or that cannot be compared as the base's answer is 0
 * @param onlyInCandidate selected questions that the base did not answer
 * @param notSelected questions that both answered but that are not asked
 * @param beyondHeldLoad latencies among them that are left out as a side breaks its SLO at their load
 */
public record RunComparison(
        String base,
        String candidate,
        ComparisonPolicy policy,
        RunOrder order,
        List<ComparedMeasure> compared,
        List<MeasureAtLoad> onlyInBase,
        List<MeasureAtLoad> onlyInCandidate,
        List<MeasureAtLoad> notSelected,
        List<MeasureAtLoad> beyondHeldLoad) {
    public RunComparison {
        compared = List.copyOf(compared);
        onlyInBase = List.copyOf(onlyInBase);
        onlyInCandidate = List.copyOf(onlyInCandidate);
        notSelected = List.copyOf(notSelected);
        beyondHeldLoad = List.copyOf(beyondHeldLoad);
    }

    /** Without anything known of how runs of the experiment differ. */
    public static RunComparison of(ComparisonSide base, ComparisonSide candidate, ComparisonPolicy policy) {
        return of(base, candidate, policy, RunVariance.NONE);
    }

    /**
     * @param learned what too few runs borrow; it may hold the two sides' own repeats only if they are not the ones compared here
     */
    public static RunComparison of(
            ComparisonSide base, ComparisonSide candidate, ComparisonPolicy policy, RunVariance learned) {
        return of(base, candidate, policy, learned, InterimLook.WHOLE);
    }

    /**
     * One look of several at sides whose runs grow: it decides within its share of the policy's rate of false discoveries, and its adjusted p
     * are those that compare with the whole rate.
     */
    public static RunComparison of(
            ComparisonSide base,
            ComparisonSide candidate,
            ComparisonPolicy policy,
            RunVariance learned,
            InterimLook look) {
        return of(base, candidate, policy, learned, look.share());
    }

    private static RunComparison of(
            ComparisonSide base, ComparisonSide candidate, ComparisonPolicy policy, RunVariance learned, double share) {
        HeldLoads held = new HeldLoads(base, candidate);
        SideMeasurements before = new SideMeasurements(held.with(base));
        SideMeasurements after = new SideMeasurements(held.with(candidate));
        Set<MeasureAtLoad> both = new TreeSet<>(before.questions());
        both.retainAll(after.questions());
        MeasureSelector asked = new MeasureSelector(policy.selection(), held, both);
        DifferenceMethod differences =
                new DifferenceMethod(policy.withFalseDiscoveryRate(policy.falseDiscoveryRate() * share), learned);
        List<PendingComparison> drafts = asked.of(both).stream()
                .flatMap(question -> PendingComparison.of(question, before, after, differences).stream())
                .toList();
        Set<MeasureAtLoad> unanswered = asked.of(before.questions());
        drafts.forEach(draft -> unanswered.remove(draft.question()));
        Set<MeasureAtLoad> added = asked.of(after.questions());
        added.removeAll(before.questions());
        both.removeIf(asked::selects);
        return new RunComparison(
                base.name(),
                candidate.name(),
                policy,
                RunOrder.of(base, candidate),
                new ComparisonDecision(differences, share).of(drafts),
                List.copyOf(unanswered),
                List.copyOf(added),
                List.copyOf(both),
                both.stream().filter(asked::isBeyondWhatIsHeld).toList());
    }

    /** Why nothing was compared; empty where something was. */
    public Optional<String> nothingCompared() {
        if (!compared.isEmpty()) {
            return Optional.empty();
        }
        if (notSelected.isEmpty()) {
            return Optional.of("they have no load and metric in common");
        }
        boolean means = notSelected.stream()
                .anyMatch(question -> question.measure().family() == MeasureFamily.LATENCY
                        && question.measure().quantile().isEmpty());
        return Optional.of(
                "both have " + ComparisonText.questionList(notSelected) + ", but the policy does not select that"
                        + (means ? " (figures.means: true selects means)" : " (its figures name what it selects)"));
    }

    /**
     * What the order of the runs leaves open, and what to do about it; empty where the sides swapped turns, where the drift is taken out, and
     * for one run a side, of which one is always first.
     */
    public Optional<String> orderDoubt() {
        boolean repeated = compared.stream()
                .anyMatch(
                        one -> one.base().runs().size() + one.candidate().runs().size() > 2);
        boolean takenOut = !compared.isEmpty()
                && compared.stream()
                        .allMatch(one ->
                                one.basis() == DifferenceBasis.RUNS_AND_DRIFT || one.basis() == DifferenceBasis.ITEMS);
        boolean doubtful = order == RunOrder.ONE_AFTER_THE_OTHER || order == RunOrder.SAME_SIDE_FIRST;
        return doubtful && repeated && !takenOut
                ? Optional.of(order.words() + "; alternate the sides (base, candidate, candidate, base, ...)")
                : Optional.empty();
    }

    /** That one side's runs vary more than the other's, and what follows; empty where an F test at 1 % does not show it. */
    public Optional<String> spreadDoubt() {
        return SpreadDifference.surest(compared).map(it -> it.words(base, candidate));
    }

    /** What rests on no order of time: neither changed nor shown not to be worse. */
    public List<ComparedMeasure> open() {
        return compared.stream().filter(ComparedMeasure::isOpen).toList();
    }

    /** Whether there are enough runs to decide anything. */
    public boolean decides() {
        return compared.stream().anyMatch(one -> one.basis().decides());
    }

    /** Those with a verdict. */
    public List<ComparedMeasure> with(ComparisonVerdict verdict) {
        return compared.stream().filter(one -> one.verdict() == verdict).toList();
    }
}

package io.tidemark.analysis.compare;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.difference.DifferenceBasis;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.difference.SideMeasurements;
import io.tidemark.analysis.difference.SideValues;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.schemas.ValueText;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A candidate side against its base, at every selected question that both answered.
 *
 * @param order how the runs lay in time
 * @param compared by load, class and measure
 * @param onlyInBase selected questions that the candidate did not answer, or that cannot be compared as the base's answer is 0
 * @param onlyInCandidate selected questions that the base did not answer
 * @param notSelected questions that both answered but that are not asked
 * @param beyondHeldLoad latencies among them that are left out as a side breaks its SLO at their load or a lower one
 * @param series of the questions that are compared, where all runs of one side came first and there are enough of them
 * @param sides the base, then the candidate
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
        List<LeftOut> beyondHeldLoad,
        List<RunSeries> series,
        List<PhaseDecision.Side> sides) {
    public RunComparison {
        sides = List.copyOf(sides);
        compared = List.copyOf(compared);
        onlyInBase = List.copyOf(onlyInBase);
        onlyInCandidate = List.copyOf(onlyInCandidate);
        notSelected = List.copyOf(notSelected);
        beyondHeldLoad = List.copyOf(beyondHeldLoad);
        series = List.copyOf(series);
    }

    /**
     * A question that is not compared.
     *
     * @param reason as in "base breaks its SLO at 25 req/s"
     */
    public record LeftOut(MeasureAtLoad question, SideValues base, SideValues candidate, String reason) {}

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
     * are those that compare with the whole rate. A figure of a series that stepped for the worse (its {@link #decision} is WORSE) has the verdict REGRESSED:
     * by the runs from the step on against those before it, wherever the sides meet.
     */
    public static RunComparison of(
            ComparisonSide base,
            ComparisonSide candidate,
            ComparisonPolicy policy,
            RunVariance learned,
            InterimLook look) {
        return of(base, candidate, policy, learned, look.share()).withSteps(base, candidate);
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
        List<LeftOut> beyondHeldLoad = both.stream()
                .filter(asked::isBeyondWhatIsHeld)
                .map(question -> new LeftOut(
                        question,
                        before.to(question),
                        after.to(question),
                        held.breaking(question.loadKind()).orElseThrow()))
                .toList();
        both.removeIf(asked::selects);
        RunOrder order = RunOrder.of(base, candidate);
        List<RunSeries> series = order == RunOrder.ONE_AFTER_THE_OTHER
                ? drafts.stream()
                        .flatMap(draft -> RunSeries.of(draft, differences).stream())
                        .toList()
                : List.of();
        return new RunComparison(
                base.name(),
                candidate.name(),
                policy,
                order,
                new ComparisonDecision(differences, share).of(drafts),
                List.copyOf(unanswered),
                List.copyOf(added),
                List.copyOf(both),
                beyondHeldLoad,
                series,
                List.of(PhaseDecision.Side.of(base), PhaseDecision.Side.of(candidate)));
    }

    private RunComparison withSteps(ComparisonSide ofBase, ComparisonSide ofCandidate) {
        if (!steppedForTheWorse()) {
            return this;
        }
        HeldLoads held = new HeldLoads(ofBase, ofCandidate);
        List<RunMeasurements> runs = Stream.of(ofBase, ofCandidate)
                .flatMap(side -> held.with(side).runs().stream())
                .toList();
        Map<MeasureAtLoad, RunSeries.Step> worse = steps().stream()
                .filter(RunSeries.Step::regressed)
                .collect(Collectors.toMap(RunSeries.Step::question, step -> step));
        return new RunComparison(
                base,
                candidate,
                policy,
                order,
                compared.stream()
                        .map(one -> Optional.ofNullable(worse.get(one.question()))
                                .map(step -> one.regressedAt(step, runs))
                                .orElse(one))
                        .toList(),
                onlyInBase,
                onlyInCandidate,
                notSelected,
                beyondHeldLoad,
                series,
                sides);
    }

    /** The answer that every output gives. */
    public PhaseDecision decision() {
        return PhaseDecision.of(this);
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
     * What the order of the runs leaves open, and what to do about it; empty where the sides swapped turns, where the drift is taken out, where
     * the runs are a series that decides, and for one run a side, of which one is always first.
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
        return doubtful && repeated && !takenOut && !isDecidedBySeries()
                ? Optional.of(order.description() + "; alternate the sides (base, candidate, candidate, base, ...)"
                        + (order == RunOrder.ONE_AFTER_THE_OTHER
                                ? ", or compare at least " + RunSeries.MIN_RUNS
                                        + " runs in all, of which a change point can decide"
                                : ""))
                : Optional.empty();
    }

    /** The {@link #orderDoubt} where it lets no verdict stand: what decides rests on the order, and no evaluation's items show something worse by themselves. */
    public Optional<String> withheldByOrder() {
        boolean restsOnOrder = compared.stream()
                        .anyMatch(one -> one.basis().decides() && one.basis() != DifferenceBasis.ITEMS)
                && with(ComparisonVerdict.REGRESSED).stream().noneMatch(one -> one.basis() == DifferenceBasis.ITEMS);
        return restsOnOrder ? orderDoubt() : Optional.empty();
    }

    /** Changes that last, of runs in one series, by question. */
    public List<RunSeries.Step> steps() {
        return series.stream().flatMap(one -> one.step().stream()).toList();
    }

    /** Whether the runs are a series in which something stepped for the worse. */
    public boolean steppedForTheWorse() {
        return steps().stream().anyMatch(RunSeries.Step::regressed);
    }

    /** When and by how much the runs changed, where they are a series that changed once. */
    public Optional<String> changePoints() {
        List<RunSeries.Step> steps = steps();
        int named = Math.min(ComparisonText.MAX_NAMED, steps.size());
        return steps.isEmpty()
                ? Optional.empty()
                : Optional.of("Change point: "
                        + steps.stream()
                                .limit(named)
                                .map(step -> step.description(policy.confidence()))
                                .collect(Collectors.joining("; "))
                        + (steps.size() > named ? "; and " + (steps.size() - named) + " more figures" : "")
                        + ".");
    }

    /** Something stepped for the worse; or everything is steady but for what stepped, and nothing else is reported to have changed. */
    private boolean isDecidedBySeries() {
        if (steppedForTheWorse()) {
            return true;
        }
        Set<MeasureAtLoad> stepped =
                steps().stream().map(RunSeries.Step::question).collect(Collectors.toSet());
        return series.size() == compared.size()
                && series.stream().noneMatch(one -> one.shape() == RunSeries.Shape.UNCLEAR)
                && compared.stream()
                        .filter(one -> PhaseDecision.isChange(one.verdict()))
                        .allMatch(one -> stepped.contains(one.question()));
    }

    /** That one side's runs vary more than the other's, and what follows; empty where an F test at 1 % does not show it. */
    public Optional<String> spreadDoubt() {
        return SpreadDifference.surest(compared).map(it -> it.description(base, candidate));
    }

    /**
     * The load at which the candidate fails and the base is not known to: although no figure shows it, the candidate may hold less. Empty where there is
     * none, or the candidate passes a higher load than the base.
     */
    public Optional<String> earlierFailure() {
        PhaseDecision.Side ofBase = sides.get(0);
        PhaseDecision.Side ofCandidate = sides.get(1);
        return ofCandidate.held().entrySet().stream()
                .filter(held -> Optional.ofNullable(ofBase.held().get(held.getKey()))
                        .filter(other -> failsEarlier(held.getValue(), other))
                        .isPresent())
                .map(held -> candidate + " fails at "
                        + ValueText.load(
                                held.getKey(), held.getValue().failsFrom().orElseThrow())
                        + ", and " + base + " is not known to")
                .findFirst();
    }

    private static boolean failsEarlier(Capacity candidate, Capacity base) {
        double baseFails = base.failsFrom().orElse(Double.POSITIVE_INFINITY);
        return candidate.failsFrom().orElse(Double.POSITIVE_INFINITY) < baseFails
                && candidate.heldUpTo().orElse(0) <= base.heldUpTo().orElse(0);
    }

    /** What rests on no order of time: neither changed nor shown not to be worse. */
    public List<ComparedMeasure> open() {
        return compared.stream().filter(ComparedMeasure::isOpen).toList();
    }

    /** Whether there are enough runs to decide anything. */
    public boolean decides() {
        return compared.stream().anyMatch(one -> one.basis().decides());
    }

    /**
     * The figure that got worse by most, else the one that got better by most: at its load, if it has one, servers' signals are those that moved with
     * the change. The alert of a regression shows those of the same figure.
     */
    public Optional<ComparedMeasure> largestChange() {
        return Stream.of(ComparisonVerdict.REGRESSED, ComparisonVerdict.IMPROVED)
                .flatMap(verdict ->
                        with(verdict).stream().max(Comparator.comparingDouble(ComparedMeasure::changeSize)).stream())
                .findFirst();
    }

    /** Those with a verdict. */
    public List<ComparedMeasure> with(ComparisonVerdict verdict) {
        return compared.stream().filter(one -> one.verdict() == verdict).toList();
    }
}

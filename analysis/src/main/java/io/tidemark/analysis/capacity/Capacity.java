package io.tidemark.analysis.capacity;

import io.tidemark.analysis.objective.BadShareJudge;
import io.tidemark.analysis.objective.StepVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.schemas.ValueText;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The highest load that a configuration holds within its SLO, as an interval: never a single figure, because the truth is between the
 * last load that passed and the first that failed.
 *
 * <p>A load that is INCONCLUSIVE below one that passed is not shown to break: it does not end the interval, and is listed. Steps that are
 * INVALID, and steps whose requests are all due at once, count for nothing. Loads of two kinds are no axis: each kind has its own.
 *
 * @param heldUpTo highest load below the lowest failing one at which every step passed; empty when none did
 * @param failsFrom lowest load at which any step failed; empty when none did
 * @param undecided loads without a failure that could not be passed either, rising
 * @param monotone false when a load passed above one that failed: the steps contradict each other, repeat them
 * @param contradicted loads at which some repeats passed and others failed, rising: they count as failed, and neither is to be relied on
 * @param brokeFirst objectives that failed at {@code failsFrom}, worst first: what broke first
 * @param binding the objective nearest to its limit, or furthest beyond, at {@code failsFrom}, else at the highest load
 */
public record Capacity(
        OptionalDouble heldUpTo,
        OptionalDouble failsFrom,
        List<Double> undecided,
        boolean monotone,
        List<Contradiction> contradicted,
        List<ObjectiveResult> brokeFirst,
        Optional<ObjectiveResult> binding) {

    public Capacity {
        undecided = List.copyOf(undecided);
        contradicted = List.copyOf(contradicted);
        brokeFirst = List.copyOf(brokeFirst);
    }

    /** Repeats at one load that say both. */
    public record Contradiction(double load, long passed, long failed) {}

    /** Of each kind of load, in the order of the steps that count. */
    public static Map<LoadKind, Capacity> byKind(Collection<LoadVerdict> steps) {
        Map<LoadKind, Capacity> byKind = new LinkedHashMap<>();
        steps.stream()
                .filter(LoadVerdict::counts)
                .map(LoadVerdict::kind)
                .distinct()
                .forEach(kind -> byKind.put(kind, of(steps, kind)));
        return byKind;
    }

    /** The first kind of load of which a step counts. */
    public static Optional<LoadKind> firstKind(Collection<LoadVerdict> steps) {
        return steps.stream().filter(LoadVerdict::counts).map(LoadVerdict::kind).findFirst();
    }

    /** From the steps of one phase at one kind of load, in any order; steps of repeats at one load count together. */
    public static Capacity of(Collection<LoadVerdict> steps, LoadKind kind) {
        SortedMap<Double, List<LoadVerdict>> byLoad = steps.stream()
                .filter(step -> step.counts() && step.kind() == kind)
                .collect(Collectors.groupingBy(LoadVerdict::load, TreeMap::new, Collectors.toList()));
        OptionalDouble failsFrom = byLoad.keySet().stream()
                .mapToDouble(load -> load)
                .filter(load -> verdictAt(byLoad, load) == Verdict.FAIL)
                .findFirst();
        List<ObjectiveResult> atEdge = byLoad.isEmpty()
                ? List.of()
                : worstFirst(objectivesAt(byLoad, failsFrom.orElseGet(() -> byLoad.lastKey())));
        return new Capacity(
                heldUpTo(byLoad, failsFrom),
                failsFrom,
                undecided(byLoad),
                monotone(byLoad, failsFrom),
                contradicted(byLoad),
                atEdge.stream()
                        .filter(objective -> objective.getVerdict() == Verdict.FAIL)
                        .toList(),
                atEdge.stream().findFirst());
    }

    /** What the steps held in the long run, or by their requests alone, whichever is their own verdict; none where any was not judged so. */
    public static Optional<Capacity> of(Collection<LoadVerdict> steps, LoadKind kind, VerdictBasis basis) {
        List<LoadVerdict> judged = steps.stream()
                .filter(step -> step.kind() == kind && !ValueText.isAllAtOnce(kind, step.load()))
                .map(step -> step.on(basis))
                .toList();
        boolean known = !judged.isEmpty() && judged.stream().noneMatch(step -> step.verdict() == Verdict.UNKNOWN);
        return known ? Optional.of(of(judged, kind)) : Optional.empty();
    }

    private static OptionalDouble heldUpTo(SortedMap<Double, List<LoadVerdict>> byLoad, OptionalDouble failsFrom) {
        return byLoad.keySet().stream()
                .filter(load -> load < failsFrom.orElse(Double.POSITIVE_INFINITY))
                .filter(load -> verdictAt(byLoad, load) == Verdict.PASS)
                .mapToDouble(load -> load)
                .max();
    }

    private static List<Double> undecided(SortedMap<Double, List<LoadVerdict>> byLoad) {
        return byLoad.keySet().stream()
                .filter(load -> verdictAt(byLoad, load) == Verdict.INCONCLUSIVE)
                .toList();
    }

    private static List<Contradiction> contradicted(SortedMap<Double, List<LoadVerdict>> byLoad) {
        return byLoad.entrySet().stream()
                .map(at -> new Contradiction(
                        at.getKey(), count(at.getValue(), Verdict.PASS), count(at.getValue(), Verdict.FAIL)))
                .filter(repeats -> repeats.passed() > 0 && repeats.failed() > 0)
                .toList();
    }

    private static long count(List<LoadVerdict> steps, Verdict verdict) {
        return steps.stream().filter(step -> step.verdict() == verdict).count();
    }

    private static boolean monotone(SortedMap<Double, List<LoadVerdict>> byLoad, OptionalDouble failsFrom) {
        return failsFrom.isEmpty()
                || byLoad.tailMap(failsFrom.getAsDouble()).keySet().stream()
                        .noneMatch(load -> verdictAt(byLoad, load) == Verdict.PASS);
    }

    private static Verdict verdictAt(SortedMap<Double, List<LoadVerdict>> byLoad, double load) {
        return StepVerdict.of(byLoad.getOrDefault(load, List.of()).stream()
                .map(LoadVerdict::verdict)
                .toList());
    }

    private static List<ObjectiveResult> objectivesAt(SortedMap<Double, List<LoadVerdict>> byLoad, double load) {
        return byLoad.getOrDefault(load, List.of()).stream()
                .flatMap(step -> step.objectives().stream())
                .toList();
    }

    private static List<ObjectiveResult> worstFirst(List<ObjectiveResult> objectives) {
        return objectives.stream()
                .sorted(Comparator.comparing((ObjectiveResult objective) -> objective.getVerdict() == Verdict.FAIL)
                        .thenComparingDouble(Capacity::budgetUsed)
                        .reversed())
                .toList();
    }

    /** Bad share seen over bad share allowed: above 1 the limit is broken at the point estimate. */
    private static double budgetUsed(ObjectiveResult objective) {
        if (objective.getCount() == 0) {
            return 0;
        }
        double allowed = objective.getQuantile() > 0 ? 1 - objective.getQuantile() : objective.getLimit();
        double share = (double) objective.getBad() / objective.getCount();
        return allowed == 0 ? share * BadShareJudge.MAX_NEEDED : share / allowed;
    }
}

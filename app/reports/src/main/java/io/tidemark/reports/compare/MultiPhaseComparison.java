package io.tidemark.reports.compare;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.reports.run.MeasuredStep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Many phases side by side; the first is the baseline.
 *
 * @param comparisons each later phase against the first, in order
 * @param decision which of them holds more
 */
public record MultiPhaseComparison(
        List<ComparedSide> sides,
        List<String> differences,
        List<Comparison> comparisons,
        PhaseDecision decision,
        Instant madeAt) {
    public MultiPhaseComparison {
        sides = List.copyOf(sides);
        differences = List.copyOf(differences);
        comparisons = List.copyOf(comparisons);
    }

    /**
     * Compares each phase with the first one. Phases without a run that counts are left out.
     *
     * @throws InvalidInputException if fewer than two are left, or they are not alike and that was not allowed
     */
    public static MultiPhaseComparison of(
            List<ComparedSide> named, ComparisonPolicy policy, Comparison.MismatchPolicy allowed, Instant at) {
        List<ComparedSide> sides =
                named.stream().filter(side -> !side.runs().isEmpty()).toList();
        if (sides.size() < 2) {
            throw new InvalidInputException("a table needs two phases with runs, but "
                    + (sides.isEmpty() ? "none" : "only " + sides.get(0).name()) + " has any");
        }
        List<String> mismatches = Comparison.requireComparable(sides, allowed);
        List<Comparison> comparisons = new ArrayList<>();
        for (ComparedSide side : sides.subList(1, sides.size())) {
            List<ComparedSide> two = List.of(sides.get(0), side);
            List<ComparedSide> others = new ArrayList<>(sides);
            others.removeAll(two);
            RunVariance learned = Comparison.runVariance(others, policy);
            comparisons.add(Comparison.of(two, policy, Comparison.MismatchPolicy.ALLOWED, learned, at));
        }
        PhaseDecision decision = sides.size() == 2 ? comparisons.get(0).result().decision() : decision(sides, policy);
        return new MultiPhaseComparison(sides, mismatches, comparisons, decision, at);
    }

    /** Of sides that have runs; the first is the base. */
    public static PhaseDecision decision(List<ComparedSide> sides, ComparisonPolicy policy) {
        ComparisonFigures figures = new ComparisonFigures(policy.selection());
        return PhaseDecision.among(sides.stream().map(figures::side).toList(), policy);
    }

    public ComparedSide base() {
        return sides.get(0);
    }

    /** Loads that every phase ran, in order. */
    public List<LoadLevel> commonLoads() {
        List<LoadLevel> common = new ArrayList<>(base().loads());
        sides.forEach(side -> common.retainAll(side.loads()));
        return common;
    }

    /**
     * Where phases are distinguished best: the highest common load at which latencies are compared and that one of the phases did not fail, else
     * the highest.
     */
    public Optional<LoadLevel> representativeLoad() {
        List<LoadLevel> falling = commonLoads().stream()
                .filter(load -> !load.isAllAtOnce())
                .sorted(Comparator.reverseOrder())
                .toList();
        return falling.stream()
                .filter(this::comparesLatencies)
                .filter(load -> sides.stream()
                        .flatMap(side -> side.stepsAt(load).stream())
                        .anyMatch(step -> step.verdict() != Verdict.FAIL))
                .findFirst()
                .or(() -> falling.stream().findFirst())
                .or(() -> commonLoads().stream().findFirst());
    }

    private boolean comparesLatencies(LoadLevel load) {
        return comparisons.stream()
                .map(comparison -> comparison.result().beyondHeldLoad())
                .anyMatch(leftOut -> leftOut.stream()
                        .noneMatch(one -> LoadLevel.of(one.question()).equals(load)));
    }

    /** Kinds of load that are held or failed at. */
    public List<LoadKind> loadKinds() {
        return sides.stream()
                .flatMap(side -> side.loads().stream())
                .filter(load -> !load.isAllAtOnce())
                .map(LoadLevel::kind)
                .distinct()
                .toList();
    }

    /** Highest load that a phase holds within its SLO, over all of its runs. */
    public static Capacity capacity(ComparedSide side, LoadKind kind) {
        return Capacity.of(loadVerdicts(side), kind);
    }

    /** What it holds in the long run, or by the requests of each step alone; none where results do not show it. */
    public static Optional<Capacity> capacity(ComparedSide side, LoadKind kind, VerdictBasis basis) {
        return Capacity.of(loadVerdicts(side), kind, basis);
    }

    /** What the verdicts of a phase's steps are about; UNKNOWN where that is not known, or they are not all about the same. */
    public static VerdictBasis verdictOn(ComparedSide side) {
        Set<VerdictBasis> bases = side.steps()
                .flatMap(step -> step.objectives().stream())
                .map(objective -> objective.judgements().verdictOn())
                .collect(Collectors.toSet());
        return bases.size() == 1 ? bases.iterator().next() : VerdictBasis.UNKNOWN;
    }

    private static List<LoadVerdict> loadVerdicts(ComparedSide side) {
        return side.steps().map(MeasuredStep::loadVerdict).toList();
    }

    /** Whether any run declared an objective, or was imported with verdicts: else nothing is held. */
    public boolean judged() {
        return sides.stream().flatMap(side -> side.runs().stream()).anyMatch(MeasuredRun::isJudged);
    }
}

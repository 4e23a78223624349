package io.tidemark.reports.compare;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.compare.SignalShift;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.InvalidRunException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredRun;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A candidate against its base.
 *
 * @param differences what is not the same of them beside their configuration; not empty only where that was allowed
 * @param result the differences with their verdicts
 */
public record Comparison(
        ComparedSide base, ComparedSide candidate, List<String> differences, RunComparison result, Instant madeAt) {
    public Comparison {
        differences = List.copyOf(differences);
    }

    /** What is done with sides that are not alike. */
    public enum MismatchPolicy {
        REFUSED,
        ALLOWED
    }

    /**
     * Compares what both sides ran.
     *
     * @param learned how runs differ, from the repeats of other phases
     * @throws OperationException if a side has no run that counts, or they are not alike and that was not allowed
     */
    public static Comparison of(
            List<ComparedSide> baseAndCandidate,
            ComparisonPolicy policy,
            MismatchPolicy allowed,
            RunVariance learned,
            Instant at) {
        ComparedSide base = baseAndCandidate.get(0);
        ComparedSide candidate = baseAndCandidate.get(1);
        List<String> mismatches = requireComparable(baseAndCandidate, allowed);
        ComparisonFigures measures = new ComparisonFigures(policy.selection());
        RunComparison result = RunComparison.of(measures.side(base), measures.side(candidate), policy, learned);
        return new Comparison(base, candidate, mismatches, result, at);
    }

    /** What differs though it must be alike. @throws OperationException as {@link #of} */
    static List<String> requireComparable(List<ComparedSide> sides, MismatchPolicy allowed) {
        sides.forEach(Comparison::requireRuns);
        requireOwnRuns(sides);
        List<String> mismatches = Comparability.differences(sides);
        if (!mismatches.isEmpty() && allowed == MismatchPolicy.REFUSED) {
            throw new InvalidInputException("the runs differ in more than their configuration: "
                    + String.join("; ", mismatches)
                    + ". --last N leaves older runs out, --allow-mismatch compares them anyway");
        }
        return mismatches;
    }

    private static void requireRuns(ComparedSide side) {
        if (!side.runs().isEmpty()) {
            return;
        }
        String description = "\"" + side.name() + "\" has no run to compare"
                + (side.excluded().isEmpty() ? "" : ": " + String.join("; ", side.excluded()));
        throw side.invalid().isEmpty() ? new InvalidInputException(description) : new InvalidRunException(description);
    }

    /** A run that is compared with itself is not worse, whatever it is. A file's run is known by its content. */
    private static void requireOwnRuns(List<ComparedSide> sides) {
        Map<String, String> sideOfRun = new HashMap<>();
        for (ComparedSide side : sides) {
            for (String run :
                    side.runs().stream().map(MeasuredRun::id).distinct().toList()) {
                String before = sideOfRun.putIfAbsent(run, side.name());
                if (before != null) {
                    throw new InvalidInputException("run " + run + " is on two sides, \"" + before + "\" and \""
                            + side.name() + "\": a run that is compared with itself shows no difference");
                }
            }
        }
    }

    /** One run of a side against all of it: how far a run must be off to be seen beside these. */
    public static RunComparison ofOneOf(ComparedSide side, ComparisonPolicy policy) {
        ComparisonFigures measures = new ComparisonFigures(policy.selection());
        ComparedSide one = new ComparedSide("one of " + side.name(), side.runs().subList(0, 1), List.of(), List.of());
        return RunComparison.of(measures.side(side), measures.side(one), policy, RunVariance.NONE);
    }

    /** How runs of these differ, by their repeats: what a comparison of too few runs of others borrows. */
    public static RunVariance runVariance(List<ComparedSide> phases, ComparisonPolicy policy) {
        ComparisonFigures measures = new ComparisonFigures(policy.selection());
        return RunVariance.learnedFrom(phases.stream()
                .filter(side -> side.runs().size() > 1)
                .map(measures::side)
                .toList());
    }

    /** How the server's signals differ at {@link #signalsLoad}; what changed most first. */
    public List<SignalShift> shifts() {
        return SignalShift.between(signalMeans(base), signalMeans(candidate));
    }

    /** The load at which signals are shown: that of the largest change, and the highest that both ran where that change is at none, as of the held load; empty where there is none. */
    public Optional<LoadLevel> signalsLoad() {
        List<LoadLevel> common = commonLoads();
        return result.largestChange()
                .map(one -> LoadLevel.of(one.question()))
                .filter(common::contains)
                .or(() -> common.stream().max(Comparator.naturalOrder()));
    }

    /** Loads that both ran, in order. */
    public List<LoadLevel> commonLoads() {
        List<LoadLevel> common = new ArrayList<>(base.loads());
        common.retainAll(candidate.loads());
        return common;
    }

    private Map<String, Double> signalMeans(ComparedSide side) {
        return SignalShift.means(signalsLoad().stream()
                .flatMap(load -> side.stepsAt(load).stream())
                .map(step -> step.result().signalMeans()));
    }
}

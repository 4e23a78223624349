package io.tidemark.streams.regression;

import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.compare.RunVariance;
import io.tidemark.analysis.compare.Side;
import io.tidemark.events.StepResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The phases of an experiment against its first, by the default policy; what too few runs borrow comes from the other phases' repeats. Stateless. */
final class PhaseComparisons {
    private PhaseComparisons() {}

    /**
     * @param results of one experiment and workload
     * @param base phase that the others are compared with
     * @param changed the phase that has a new result: all others are compared again if it is the base, else it alone
     */
    static List<RunComparison> of(List<StepResult> results, String base, String changed) {
        Map<String, Side> phases = Sides.byPhase(results);
        List<RunComparison> comparisons = new ArrayList<>();
        phases.forEach((phase, side) -> {
            boolean isAsked = changed.equals(base) || changed.equals(phase);
            if (isAsked && !phase.equals(base) && phases.containsKey(base)) {
                comparisons.add(RunComparison.of(
                        phases.get(base), side, ComparisonPolicy.DEFAULT, learned(phases, base, phase)));
            }
        });
        return comparisons;
    }

    private static RunVariance learned(Map<String, Side> phases, String base, String candidate) {
        return RunVariance.learnedFrom(phases.entrySet().stream()
                .filter(phase -> !phase.getKey().equals(base) && !phase.getKey().equals(candidate))
                .map(Map.Entry::getValue)
                .toList());
    }
}

package io.tidemark.analysis;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which phase wins: the one that holds the higher load within the SLO, else the one with the lower p95 at the loads that both ran.
 */
public sealed interface Winner {
    /** Quantile by which phases that hold the same load are told apart. */
    double TIE_QUANTILE = 0.95;

    /**
     * A phase held a higher load.
     *
     * @param certain true when even the lowest load that it may hold is at or above the highest that the runner-up may
     */
    record HigherLoad(PhaseResult first, PhaseResult second, boolean certain) implements Winner {}

    /** Both held the same load, and one was faster in more of the common comparisons of p95 whose interval excludes 1. */
    record LowerLatency(PhaseResult first, PhaseResult second, long faster, long slower, long compared)
            implements Winner {}

    /** Nothing tells the two best apart. */
    record Undecided(PhaseResult one, PhaseResult other) implements Winner {}

    /** There is only one phase, or none. */
    record NothingToCompare(Optional<PhaseResult> only) implements Winner {}

    /** Among the phases of an experiment, the first two by held load decide. */
    static Winner among(List<PhaseResult> phases) {
        List<PhaseResult> ranked = phases.stream()
                .sorted(Comparator.comparingDouble(Winner::heldUpTo).reversed())
                .toList();
        if (ranked.size() < 2) {
            return new NothingToCompare(ranked.stream().findFirst());
        }
        PhaseResult first = ranked.get(0);
        PhaseResult second = ranked.get(1);
        if (heldUpTo(first) > heldUpTo(second)) {
            return new HigherLoad(first, second, heldUpTo(first) >= failsFrom(second));
        }
        return byLatency(first, second);
    }

    private static Winner byLatency(PhaseResult one, PhaseResult other) {
        List<RatioInterval> decided = PhaseComparison.of(one, other).ratios().stream()
                .filter(ratio -> Double.compare(ratio.quantile(), TIE_QUANTILE) == 0)
                .map(RatioAtLoad::ratio)
                .toList();
        long otherFaster = decided.stream()
                .filter(ratio -> ratio.excludesOne() && ratio.ratio() < 1)
                .count();
        long oneFaster = decided.stream()
                .filter(ratio -> ratio.excludesOne() && ratio.ratio() > 1)
                .count();
        if (oneFaster == otherFaster) {
            return new Undecided(one, other);
        }
        return oneFaster > otherFaster
                ? new LowerLatency(one, other, oneFaster, otherFaster, decided.size())
                : new LowerLatency(other, one, otherFaster, oneFaster, decided.size());
    }

    private static double heldUpTo(PhaseResult phase) {
        return phase.capacity().heldUpTo().orElse(0);
    }

    private static double failsFrom(PhaseResult phase) {
        return phase.capacity().failsFrom().orElse(Double.POSITIVE_INFINITY);
    }
}

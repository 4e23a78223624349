package io.tidemark.analysis.capacity;

import io.tidemark.analysis.quantile.RatioInterval;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which phase wins: the one that holds the higher load within the SLO. Where several passed up to the same load, p95 at the loads that they
 * all ran is a hint.
 */
public sealed interface PhaseWinner {
    /** Quantile by which phases that passed up to the same load are told apart. */
    double TIE_QUANTILE = 0.95;

    /**
     * A phase held a higher load than every other.
     *
     * @param second the one of the others that may hold the most
     * @param certain true when even the lowest load that the first may hold is at or above the highest that any other may
     */
    record HigherLoad(PhaseResult first, PhaseResult second, boolean certain) implements PhaseWinner {}

    /**
     * Several passed up to the same load, and one was faster than each other of them in more of the common comparisons of p95 whose interval
     * excludes 1. The figures are those against {@code second}, to which it is nearest.
     */
    record LowerLatency(PhaseResult first, PhaseResult second, long faster, long slower, long compared)
            implements PhaseWinner {}

    /** Several passed up to the same load, which no other did, and nothing tells them apart. */
    record Undecided(List<PhaseResult> tied) implements PhaseWinner {
        public Undecided {
            tied = List.copyOf(tied);
        }
    }

    /** Not even the lowest load was passed by any phase: there is nothing to win. */
    record NoneHolds(List<PhaseResult> phases) implements PhaseWinner {
        public NoneHolds {
            phases = List.copyOf(phases);
        }
    }

    /** There is only one phase, or none. */
    record NothingToCompare(Optional<PhaseResult> only) implements PhaseWinner {}

    /** Among the phases of an experiment; equals stay in their order. */
    static PhaseWinner among(List<PhaseResult> phases) {
        if (phases.size() < 2) {
            return new NothingToCompare(phases.stream().findFirst());
        }
        double most = phases.stream().mapToDouble(PhaseWinner::heldUpTo).max().orElse(0);
        if (most <= 0) {
            return new NoneHolds(phases);
        }
        List<PhaseResult> best =
                phases.stream().filter(phase -> heldUpTo(phase) >= most).toList();
        if (best.size() > 1) {
            return byLatency(best);
        }
        PhaseResult first = best.get(0);
        PhaseResult second = phases.stream()
                .filter(phase -> !phase.equals(first))
                .max(Comparator.comparingDouble(PhaseWinner::failsFrom).thenComparingDouble(PhaseWinner::heldUpTo))
                .orElseThrow();
        return new HigherLoad(first, second, most >= failsFrom(second));
    }

    private static PhaseWinner byLatency(List<PhaseResult> tied) {
        return tied.stream()
                .flatMap(first -> nearest(first, tied).stream())
                .filter(lower -> lower.faster() > lower.slower())
                .findFirst()
                .map(PhaseWinner.class::cast)
                .orElseGet(() -> new Undecided(tied));
    }

    /** Against the one of the others that it is least ahead of. */
    private static Optional<LowerLatency> nearest(PhaseResult first, List<PhaseResult> tied) {
        return tied.stream()
                .filter(other -> !other.equals(first))
                .map(other -> latency(first, other))
                .min(Comparator.comparingLong(lower -> lower.faster() - lower.slower()));
    }

    private static LowerLatency latency(PhaseResult first, PhaseResult other) {
        List<RatioInterval> decided = PhaseRatios.of(first, other).ratios().stream()
                .filter(ratio -> Double.compare(ratio.quantile(), TIE_QUANTILE) == 0)
                .map(RatioAtLoad::ratio)
                .toList();
        long slower = decided.stream()
                .filter(ratio -> ratio.excludesOne() && ratio.ratio() < 1)
                .count();
        long faster = decided.stream()
                .filter(ratio -> ratio.excludesOne() && ratio.ratio() > 1)
                .count();
        return new LowerLatency(first, other, faster, slower, decided.size());
    }

    private static double heldUpTo(PhaseResult phase) {
        return phase.capacity().heldUpTo().orElse(0);
    }

    /** Without end where it passed above a failure too: it may hold that. */
    private static double failsFrom(PhaseResult phase) {
        return !phase.capacity().monotone()
                ? Double.POSITIVE_INFINITY
                : phase.capacity().failsFrom().orElse(Double.POSITIVE_INFINITY);
    }
}

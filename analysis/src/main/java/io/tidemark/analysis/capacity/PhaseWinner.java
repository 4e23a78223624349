package io.tidemark.analysis.capacity;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Which phase holds the highest load within the SLO.
 */
public sealed interface PhaseWinner {
    /**
     * A phase held a higher load than every other.
     *
     * @param second the one of the others that may hold the most
     * @param certain true when even the lowest load that the first may hold is at or above the highest that any other may
     */
    record HigherLoad(PhaseResult first, PhaseResult second, boolean certain) implements PhaseWinner {}

    /** Several passed up to the same load, which no other did. */
    record Tied(List<PhaseResult> phases) implements PhaseWinner {
        public Tied {
            phases = List.copyOf(phases);
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
            return new Tied(best);
        }
        PhaseResult first = best.get(0);
        PhaseResult second = phases.stream()
                .filter(phase -> !phase.equals(first))
                .max(Comparator.comparingDouble(PhaseWinner::failsFrom).thenComparingDouble(PhaseWinner::heldUpTo))
                .orElseThrow();
        return new HigherLoad(first, second, most >= failsFrom(second));
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

package io.tidemark.reports.tune;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.run.LoadLevel;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What one start holds within the SLO.
 *
 * @param kind of the load; UNKNOWN if no run gives it
 * @param heldUpTo highest load that it is known to hold; empty if it holds none, or nothing is known
 * @param failsFrom lowest load that it is known to fail at; empty if there is none
 */
public record HeldRange(LoadKind kind, OptionalDouble heldUpTo, OptionalDouble failsFrom) {
    /** As the journal says; where it does not, by the verdicts of its steps. */
    public static HeldRange of(TuneStart start) {
        LoadKind kind = kind(start);
        OptionalDouble held = start.trial().heldUpTo();
        OptionalDouble fails = start.trial().failsFrom();
        if (held.isPresent() || fails.isPresent() || kind == LoadKind.UNKNOWN) {
            return new HeldRange(kind, held, fails);
        }
        ComparedSide alone =
                new ComparedSide(start.name(), start.measured().stream().toList(), List.of(), List.of());
        Capacity capacity = MultiPhaseComparison.capacity(alone, kind);
        return new HeldRange(kind, capacity.heldUpTo(), capacity.failsFrom());
    }

    private static LoadKind kind(TuneStart start) {
        return start.steps().stream()
                .map(step -> step.load())
                .filter(load -> !load.isAllAtOnce())
                .map(LoadLevel::kind)
                .findFirst()
                .orElse(LoadKind.UNKNOWN);
    }

    /** The load that it surely holds: 0 if it failed at the lowest; empty if no load passed or failed. */
    public OptionalDouble held() {
        return heldUpTo.isPresent() || failsFrom.isEmpty() ? heldUpTo : OptionalDouble.of(0);
    }

    /** How far apart the loads are between which the truth is; 0 where one end is not known. */
    double width() {
        return heldUpTo.isPresent() && failsFrom.isPresent()
                ? Math.max(0, failsFrom.getAsDouble() - heldUpTo.getAsDouble())
                : 0;
    }
}

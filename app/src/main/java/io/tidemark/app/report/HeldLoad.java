package io.tidemark.app.report;

import io.tidemark.analysis.Capacity;
import io.tidemark.events.LoadKind;
import java.util.OptionalDouble;

/** The load that a phase holds, in words: always an interval. */
public final class HeldLoad {
    private HeldLoad() {}

    /** Completes "it holds ...". */
    public static String words(Capacity capacity, LoadKind kind) {
        OptionalDouble held = capacity.heldUpTo();
        OptionalDouble fails = capacity.failsFrom();
        String unit = " " + Figures.unit(kind);
        if (held.isPresent() && fails.isPresent() && fails.getAsDouble() > held.getAsDouble()) {
            return "between " + Figures.digits(held.getAsDouble()) + " and " + Figures.digits(fails.getAsDouble())
                    + unit;
        }
        if (held.isPresent()) {
            return "at least " + Figures.digits(held.getAsDouble()) + unit;
        }
        if (fails.isPresent()) {
            return "less than " + Figures.digits(fails.getAsDouble()) + unit;
        }
        return "no load for certain";
    }
}

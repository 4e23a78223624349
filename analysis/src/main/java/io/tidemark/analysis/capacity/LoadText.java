package io.tidemark.analysis.capacity;

import io.tidemark.events.LoadKind;
import io.tidemark.schemas.ValueText;
import java.util.OptionalDouble;

/** The load that is held, as every output writes it. Stateless. */
public final class LoadText {
    private LoadText() {}

    /** Completes "it holds ...": always an interval. */
    public static String held(Capacity capacity, LoadKind kind) {
        OptionalDouble held = capacity.heldUpTo();
        OptionalDouble fails = capacity.failsFrom();
        String unit = " " + ValueText.loadUnit(kind);
        if (held.isPresent() && fails.isPresent() && fails.getAsDouble() > held.getAsDouble()) {
            return "between " + ValueText.loadNumber(held.getAsDouble()) + " and "
                    + ValueText.loadNumber(fails.getAsDouble()) + unit;
        }
        if (held.isPresent()) {
            return "at least " + ValueText.loadNumber(held.getAsDouble()) + unit;
        }
        if (fails.isPresent()) {
            return "less than " + ValueText.loadNumber(fails.getAsDouble()) + unit;
        }
        return "an unknown load (none passed, none failed)";
    }
}

package io.tidemark.app.report;

import io.tidemark.analysis.Capacity;
import io.tidemark.events.LoadKind;
import java.util.ArrayList;
import java.util.List;
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
            return "between " + Figures.bareLoad(held.getAsDouble()) + " and " + Figures.bareLoad(fails.getAsDouble())
                    + unit;
        }
        if (held.isPresent()) {
            return "at least " + Figures.bareLoad(held.getAsDouble()) + unit;
        }
        if (fails.isPresent()) {
            return "less than " + Figures.bareLoad(fails.getAsDouble()) + unit;
        }
        return "no load for certain";
    }

    /** Where its steps contradict each other, so that neither end is to be relied on; empty where they do not. */
    public static List<String> contradictions(Capacity capacity, LoadKind kind) {
        List<String> words = new ArrayList<>();
        capacity.contradicted()
                .forEach(repeats -> words.add("repeats at " + Figures.load(kind, repeats.load())
                        + " contradict each other: " + repeats.passed() + " passed, " + repeats.failed() + " failed"));
        if (!capacity.monotone()) {
            words.add("a load passed above one that failed: the steps contradict each other");
        }
        return words;
    }
}

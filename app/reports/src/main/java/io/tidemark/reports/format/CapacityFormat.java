package io.tidemark.reports.format;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;

/** What is to be known of the load that a phase holds, in words. */
public final class CapacityFormat {
    private CapacityFormat() {}

    /** Where its steps contradict each other, so that neither end is to be relied on; empty where they do not. */
    public static List<String> contradictions(Capacity capacity, LoadKind kind) {
        List<String> words = new ArrayList<>();
        capacity.contradicted()
                .forEach(repeats -> words.add("repeats at " + ValueText.load(kind, repeats.load())
                        + " contradict each other: " + repeats.passed() + " passed, " + repeats.failed() + " failed"));
        if (!capacity.monotone()) {
            words.add("a load passed above a load that failed: the steps contradict each other");
        }
        return words;
    }
}

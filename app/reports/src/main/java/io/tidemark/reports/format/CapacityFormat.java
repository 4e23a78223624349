package io.tidemark.reports.format;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.events.LoadKind;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What is to be known of the load that a phase holds, in words. */
public final class CapacityFormat {
    private CapacityFormat() {}

    /** Loads that are not decided; empty where all are. */
    public static Optional<String> undecided(Capacity capacity, LoadKind kind) {
        if (capacity.undecided().isEmpty()) {
            return Optional.empty();
        }
        String loads = capacity.undecided().stream().map(ValueText::loadNumber).collect(Collectors.joining(", "));
        return Optional.of("undecided at " + loads + " " + ValueText.loadUnit(kind) + ": neither passed nor failed");
    }

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

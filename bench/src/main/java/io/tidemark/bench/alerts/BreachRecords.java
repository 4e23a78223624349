package io.tidemark.bench.alerts;

import io.tidemark.events.BreachState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The records of breaches in the order of their appending. A breach has several: it opens, is confirmed by final figures, closes. */
final class BreachRecords {
    private final Map<String, List<BreachRecord>> byBreach = new LinkedHashMap<>();

    BreachRecords(List<BreachRecord> records) {
        records.forEach(record -> byBreach.computeIfAbsent(record.breach().getBreach(), first -> new ArrayList<>())
                .add(record));
    }

    /** The first record in a state of each breach that was not retracted. */
    List<BreachRecord> firsts(BreachState state) {
        return byBreach.values().stream()
                .filter(records -> !isRetracted(records))
                .flatMap(records -> records.stream()
                        .filter(record -> record.breach().getState() == state)
                        .limit(1))
                .toList();
    }

    /** The first record of the same breach that rests on final figures; itself where there is none. */
    BreachRecord confirmed(BreachRecord first) {
        return byBreach.getOrDefault(first.breach().getBreach(), List.of()).stream()
                .filter(BreachRecord::isFinal)
                .findFirst()
                .orElse(first);
    }

    /** How many final figures did not show. */
    long retracted() {
        return byBreach.values().stream().filter(BreachRecords::isRetracted).count();
    }

    private static boolean isRetracted(List<BreachRecord> records) {
        return records.stream().anyMatch(record -> record.breach().getState() == BreachState.RETRACTED);
    }
}

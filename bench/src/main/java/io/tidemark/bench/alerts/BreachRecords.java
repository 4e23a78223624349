package io.tidemark.bench.alerts;

import io.tidemark.events.BreachState;
import io.tidemark.events.SloBreach;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The records of breaches in the order of their appending. A breach has several: it opens, is confirmed by final figures, closes. */
final class BreachRecords {
    private final Map<String, List<SloBreach>> byBreach = new LinkedHashMap<>();

    BreachRecords(List<SloBreach> records) {
        records.forEach(record -> byBreach.computeIfAbsent(record.getBreach(), first -> new ArrayList<>())
                .add(record));
    }

    /** The first record in a state of each breach that was not retracted. */
    List<SloBreach> firsts(BreachState state) {
        return byBreach.values().stream()
                .filter(records -> !isRetracted(records))
                .flatMap(records -> records.stream()
                        .filter(record -> record.getState() == state)
                        .limit(1))
                .toList();
    }

    /** How many final figures did not show. */
    long retracted() {
        return byBreach.values().stream().filter(BreachRecords::isRetracted).count();
    }

    private static boolean isRetracted(List<SloBreach> records) {
        return records.stream().anyMatch(record -> record.getState() == BreachState.RETRACTED);
    }
}

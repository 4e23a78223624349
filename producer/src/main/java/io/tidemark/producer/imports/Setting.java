package io.tidemark.producer.imports;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a result belongs to, as far as its file says.
 *
 * @param config server flags
 * @param labels what else is said of it
 * @param workload what was sent, in words; empty where it is not known. Results with different ones are never steps of one run
 * @param run number of a repeat, from 0
 */
record Setting(
        Optional<String> phase,
        Map<String, String> config,
        Map<String, String> labels,
        String workload,
        OptionalInt run) {
    static final Setting NONE = new Setting(Optional.empty(), Map.of(), Map.of(), "", OptionalInt.empty());

    Setting {
        config = Map.copyOf(config);
        labels = Map.copyOf(labels);
    }
}

package io.tidemark.importers.result;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a result belongs to, as far as its file says.
 *
 * @param config server flags
 * @param labels what else is reported of it
 * @param workload what was sent, in words; empty where it is not known. Results with different ones are never steps of one run
 * @param run number of a repeat, from 0
 */
public record ResultContext(
        Optional<String> phase,
        Map<String, String> config,
        Map<String, String> labels,
        String workload,
        OptionalInt run) {
    public static final ResultContext NONE =
            new ResultContext(Optional.empty(), Map.of(), Map.of(), "", OptionalInt.empty());

    public ResultContext {
        config = Map.copyOf(config);
        labels = Map.copyOf(labels);
    }
}

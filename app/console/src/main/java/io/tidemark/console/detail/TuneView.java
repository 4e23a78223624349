package io.tidemark.console.detail;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.tidemark.events.LoadKind;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.sinks.store.read.tune.TrialRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A tune with all that its starts gave, as numbers.
 *
 * @param goal what its configurations are ranked by, in words
 * @param unit of the goal's values; empty where it is not known
 * @param parameters flags that are not the same in all configurations
 * @param configurations the default first, then in the order in which they were first started
 */
public record TuneView(
        TuneRow tune,
        String goal,
        String unit,
        boolean lowerIsBetter,
        List<Parameter> parameters,
        List<Configuration> configurations) {
    /** @param values numbers by size, then words by the alphabet */
    public record Parameter(String name, List<String> values) {}

    /**
     * A configuration of the server.
     *
     * @param under the load that it was measured under, in words; empty where all have the same
     * @param values of each parameter; {@code default} where it is left out
     * @param value mean of the goal over its measured starts
     * @param held over its measured starts
     * @param gpus of its server
     * @param tokensPerGpu output tokens per second and GPU at {@code at}
     * @param at the highest load that it does not fail at
     * @param latencies at that load
     */
    public record Configuration(
            String phase,
            boolean isDefault,
            String under,
            Map<String, String> values,
            OptionalDouble value,
            Held held,
            int gpus,
            OptionalDouble tokensPerGpu,
            Optional<LoadLevel> at,
            List<Latency> latencies,
            List<Start> starts) {}

    /**
     * Held load.
     *
     * @param value mean of the starts; empty where nothing is known
     * @param low lowest that a start held
     * @param high lowest that surely fails: the highest over the starts; empty where a start found none
     */
    public record Held(LoadKind kind, OptionalDouble value, OptionalDouble low, OptionalDouble high) {}

    /** A quantile, nanoseconds, with the ends of its 95 % interval by the number of requests, which are empty where it is unbounded. */
    public record Latency(String metric, double quantile, OptionalLong value, OptionalLong low, OptionalLong high) {}

    /** A start of the server. */
    public record Start(@JsonUnwrapped TrialRow trial, OptionalDouble value, Held held) {}
}

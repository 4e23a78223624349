package io.tidemark.reports.run;

import io.tidemark.sinks.store.read.run.ImportRow;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Rates that the file of an imported step states, per second: what there is where it gives no duration or no tokens.
 *
 * @param requests ok
 * @param outputTokens of ok requests
 * @param good requests within the limits that the tool was given
 */
public record ImportedRates(OptionalDouble requests, OptionalDouble outputTokens, OptionalDouble good) {
    private static final ImportedRates NONE =
            new ImportedRates(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    static ImportedRates of(ImportRow imported, int step) {
        return step < imported.steps().size() ? of(imported.steps().get(step).figures()) : NONE;
    }

    private static ImportedRates of(Map<String, Double> figures) {
        return new ImportedRates(
                first(figures, List.of("request_throughput")),
                first(figures, List.of("output_throughput", "output_token_throughput")),
                first(figures, List.of("request_goodput", "request_goodput:", "goodput")));
    }

    private static OptionalDouble first(Map<String, Double> figures, List<String> names) {
        return names.stream()
                .flatMap(name -> Stream.ofNullable(figures.get(name)))
                .mapToDouble(Double::doubleValue)
                .findFirst();
    }
}

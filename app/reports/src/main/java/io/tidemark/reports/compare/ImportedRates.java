package io.tidemark.reports.compare;

import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.RunRow;
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
    public static final ImportedRates NONE =
            new ImportedRates(OptionalDouble.empty(), OptionalDouble.empty(), OptionalDouble.empty());

    /** None of a run that is our own. */
    public static ImportedRates of(RunRow run, int step) {
        return run.imported().map(ImportRow::steps).filter(steps -> step < steps.size()).stream()
                .map(steps -> of(steps.get(step).figures()))
                .findFirst()
                .orElse(NONE);
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

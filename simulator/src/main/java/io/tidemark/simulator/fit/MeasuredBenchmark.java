package io.tidemark.simulator.fit;

import io.tidemark.simulator.client.BenchServeMetric;
import io.tidemark.simulator.client.RequestArrival;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * One benchmark that was measured.
 *
 * @param source the file, and the place in it if it holds several
 * @param flags vLLM flags that the result names, as text of a server's configuration; over those that all results have
 * @param arrivals what was sent, and when it was due
 * @param maxConcurrency most in flight
 * @param figures what came out
 */
public record MeasuredBenchmark(
        String source,
        Map<String, String> flags,
        List<RequestArrival> arrivals,
        int maxConcurrency,
        Map<BenchServeMetric, Double> figures) {
    public MeasuredBenchmark {
        flags = Map.copyOf(flags);
        arrivals = List.copyOf(arrivals);
        figures = new EnumMap<>(figures);
    }
}

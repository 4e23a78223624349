package io.tidemark.importers.aiperf;

import io.tidemark.importers.file.FileTimeUnit;
import io.tidemark.importers.file.JsonCursor;
import io.tidemark.importers.result.MetricSummary;
import io.tidemark.schemas.Metric;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalDouble;

/** A metric of AIPerf: a value, or a summary, with its unit. */
final class AiPerfMetrics {
    /** By AIPerf's names, first the current one. Its inter-token latency is our TPOT. */
    static final Map<String, Metric> METRICS = Map.of(
            "time_to_first_token", Metric.TTFT,
            "ttft", Metric.TTFT,
            "inter_token_latency", Metric.TPOT,
            "inter_chunk_latency", Metric.ITL,
            "request_latency", Metric.E2E);

    static final Map<String, String> DEFINITIONS = Map.of(
            "ttft", "until the first chunk with content or reasoning",
            "tpot", "AIPerf's inter_token_latency: (latency - TTFT) / (output tokens - 1)",
            "itl", "AIPerf's inter_chunk_latency",
            "e2e", "until the last answer chunk");

    private AiPerfMetrics() {}

    static Map<Metric, MetricSummary> of(JsonCursor summaries, long ok) {
        Map<Metric, MetricSummary> figures = new EnumMap<>(Metric.class);
        METRICS.forEach((name, metric) -> {
            JsonCursor summary = summaries.at(name);
            if (summary.isObject()) {
                MetricSummary.read(
                                word -> summary.amount(word.equals("mean") ? "avg" : word),
                                FileTimeUnit.of(summary)::nanos,
                                summary.count("count").orElse(ok))
                        .ifPresent(figure -> figures.put(metric, figure));
            }
        });
        return figures;
    }

    static OptionalDouble average(JsonCursor summaries, String name) {
        JsonCursor summary = summaries.at(name);
        return summary.isObject() ? summary.amount("avg") : OptionalDouble.empty();
    }
}

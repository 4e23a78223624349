package io.tidemark.simulator.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Families of the V1 engine that are absent, not 0, while an engine does not do what they count. */
final class OptionalFamilies {
    private static final String TRANSFER = "transfer_type";

    private OptionalFamilies() {}

    static MetricFamily speculation() {
        List<MetricFamily> families = List.of(
                MetricFamily.counter(
                        "vllm:spec_decode_num_drafts",
                        "Number of spec decoding drafts.",
                        engine -> engine.state().speculation().drafts()),
                MetricFamily.counter(
                        "vllm:spec_decode_num_draft_tokens",
                        "Number of draft tokens.",
                        engine -> engine.state().speculation().draftTokens()),
                MetricFamily.counter(
                        "vllm:spec_decode_num_accepted_tokens",
                        "Number of accepted tokens.",
                        engine -> engine.state().speculation().acceptedTokens()),
                MetricFamily.counters(
                        "vllm:spec_decode_num_accepted_tokens_per_pos",
                        "Accepted tokens per draft position.",
                        "position",
                        OptionalFamilies::perPosition));
        return MetricFamily.onlyIf(OptionalFamilies::speculates, families);
    }

    /** There with a KV connector only; a direction has series from its first copy on. */
    static MetricFamily offload() {
        List<MetricFamily> families = List.of(
                MetricFamily.counters(
                        "vllm:kv_offload_total_bytes",
                        "Number of bytes offloaded by KV connector",
                        TRANSFER,
                        engine -> engine.copies(TransferTotals::bytes)),
                MetricFamily.counters(
                        "vllm:kv_offload_total_time",
                        "Total time measured by all KV offloading operations",
                        TRANSFER,
                        engine -> engine.copies(TransferTotals::seconds)),
                MetricFamily.histograms(
                        "vllm:kv_offload_size",
                        "Histogram of KV offload transfer size, in bytes.",
                        TRANSFER,
                        engine -> engine.copies(TransferTotals::sizes)));
        return MetricFamily.onlyIf(EngineMetrics::offloads, families);
    }

    static boolean speculates(EngineMetrics engine) {
        return !engine.state().speculation().acceptedPerPosition().isEmpty();
    }

    private static Map<String, Long> perPosition(EngineMetrics engine) {
        Map<String, Long> perPosition = new LinkedHashMap<>();
        List<Long> accepted = engine.state().speculation().acceptedPerPosition();
        for (int i = 0; i < accepted.size(); i++) {
            perPosition.put(String.valueOf(i), accepted.get(i));
        }
        return perPosition;
    }
}

package io.tidemark.simulator.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Families of the V1 engine that are absent, not 0, while an engine does not do what they count. */
final class OptionalFamilies {
    private static final String TRANSFER = "transfer_type";

    private OptionalFamilies() {}

    static Family speculation() {
        List<Family> families = List.of(
                Family.counter(
                        "vllm:spec_decode_num_drafts",
                        "Number of spec decoding drafts.",
                        engine -> engine.state().speculation().drafts()),
                Family.counter(
                        "vllm:spec_decode_num_draft_tokens",
                        "Number of draft tokens.",
                        engine -> engine.state().speculation().draftTokens()),
                Family.counter(
                        "vllm:spec_decode_num_accepted_tokens",
                        "Number of accepted tokens.",
                        engine -> engine.state().speculation().acceptedTokens()),
                Family.counters(
                        "vllm:spec_decode_num_accepted_tokens_per_pos",
                        "Accepted tokens per draft position.",
                        "position",
                        OptionalFamilies::perPosition));
        return Family.where(OptionalFamilies::speculates, families);
    }

    /** There with a KV connector only; a direction has series from its first copy on. */
    static Family offload() {
        List<Family> families = List.of(
                Family.counters(
                        "vllm:kv_offload_total_bytes",
                        "Number of bytes offloaded by KV connector",
                        TRANSFER,
                        engine -> engine.copies(Copies::bytes)),
                Family.counters(
                        "vllm:kv_offload_total_time",
                        "Total time measured by all KV offloading operations",
                        TRANSFER,
                        engine -> engine.copies(Copies::seconds)),
                Family.histograms(
                        "vllm:kv_offload_size",
                        "Histogram of KV offload transfer size, in bytes.",
                        TRANSFER,
                        engine -> engine.copies(Copies::sizes)));
        return Family.where(EngineMetrics::offloads, families);
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

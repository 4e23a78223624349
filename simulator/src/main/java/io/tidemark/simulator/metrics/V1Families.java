package io.tidemark.simulator.metrics;

import io.tidemark.simulator.engine.EngineState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The families of the V1 engine's pages, in their order. */
final class V1Families {
    private static final Family RUNNING = Families.state(
            "num_requests_running", "Number of requests in model execution batches.", EngineState::running);
    private static final Family KV_USAGE =
            Families.state("kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.", EngineState::kvUsage);
    private static final Family PREFIX_QUERIES = Families.count(
            "prefix_cache_queries",
            "Prefix cache queries, in terms of number of queried tokens.",
            EngineState::prefixQueryTokens);
    private static final Family PREFIX_HITS = Families.count(
            "prefix_cache_hits",
            "Prefix cache hits, in terms of number of cached tokens.",
            EngineState::prefixHitTokens);

    private V1Families() {}

    /** Of today. */
    static List<Family> ofToday() {
        List<Family> all = new ArrayList<>(List.of(
                OptionalFamilies.speculation(),
                OptionalFamilies.offload(),
                RUNNING,
                Families.WAITING,
                sleepState(),
                KV_USAGE,
                PREFIX_QUERIES,
                PREFIX_HITS,
                Families.count(
                        "external_prefix_cache_queries",
                        "External prefix cache queries from KV connector cross-instance cache sharing, in terms of"
                                + " number of queried tokens.",
                        state -> state.offload().queriedTokens()),
                Families.count(
                        "external_prefix_cache_hits",
                        "External prefix cache hits from KV connector cross-instance cache sharing, in terms of number"
                                + " of cached tokens.",
                        state -> state.offload().hitTokens()),
                none("mm_cache_queries", "Multi-modal cache queries, in terms of number of queried items."),
                none("mm_cache_hits", "Multi-modal cache hits, in terms of number of cached items.")));
        all.addAll(counters());
        all.addAll(List.of(
                Families.FIRST_TOKEN,
                Families.observed(
                        "inter_token_latency_seconds",
                        "Histogram of inter-token latency in seconds.",
                        Observed.INTER_TOKEN_LATENCY),
                Families.observed(
                        "request_time_per_output_token_seconds",
                        "Histogram of time_per_output_token_seconds per request.",
                        Observed.TIME_PER_OUTPUT_TOKEN)));
        all.addAll(phases());
        all.add(Families.observed(
                "request_prefill_kv_computed_tokens",
                "Histogram of new KV tokens computed during prefill (excluding cached tokens).",
                Observed.PREFILL_COMPUTED_TOKENS));
        return all;
    }

    /** Of 0.10. */
    static List<Family> ofTen() {
        List<Family> all = new ArrayList<>(List.of(
                OptionalFamilies.speculation(),
                RUNNING,
                Families.WAITING,
                Families.state(
                        "gpu_cache_usage_perc",
                        "GPU KV-cache usage. 1 means 100 percent usage.DEPRECATED: Use vllm:kv_cache_usage_perc"
                                + " instead.",
                        EngineState::kvUsage),
                Families.count(
                        "gpu_prefix_cache_queries",
                        "GPU prefix cache queries, in terms of number of queriedtokens. DEPRECATED: Use"
                                + " vllm:prefix_cache_queries instead.",
                        EngineState::prefixQueryTokens),
                Families.count(
                        "gpu_prefix_cache_hits",
                        "GPU prefix cache hits, in terms of number of cached tokens. DEPRECATED: Use"
                                + " vllm:prefix_cache_hits instead.",
                        EngineState::prefixHitTokens),
                KV_USAGE,
                PREFIX_QUERIES,
                PREFIX_HITS));
        all.addAll(counters());
        all.addAll(List.of(
                Families.FIRST_TOKEN,
                Families.OLD_PER_TOKEN,
                Families.observed(
                        "time_per_prefill_token_request_seconds",
                        "Time spent per token during prefill  phase in seconds",
                        Observed.TIME_PER_PREFILL_TOKEN)));
        all.addAll(phases());
        return all;
    }

    /** From preemptions to the parameters of requests; V1's order. */
    private static List<Family> counters() {
        return List.of(
                Families.PREEMPTIONS,
                Families.PROMPT_TOKENS,
                Families.GENERATION_TOKENS,
                Families.SUCCESS,
                Families.REQUEST_PROMPT,
                Families.REQUEST_GENERATION,
                Families.ITERATION,
                Families.MAX_GENERATION,
                Families.PARAMS_N,
                Families.PARAMS_MAX_TOKENS);
    }

    private static List<Family> phases() {
        return List.of(
                Families.observed(
                        "e2e_request_latency_seconds",
                        "Histogram of e2e request latency in seconds.",
                        Observed.END_TO_END),
                Families.observed(
                        "request_queue_time_seconds",
                        "Histogram of time spent in WAITING phase for request.",
                        Observed.QUEUE),
                Families.observed(
                        "request_inference_time_seconds",
                        "Histogram of time spent in RUNNING phase for request.",
                        Observed.INFERENCE),
                Families.observed(
                        "request_prefill_time_seconds",
                        "Histogram of time spent in PREFILL phase for request.",
                        Observed.PREFILL),
                Families.observed(
                        "request_decode_time_seconds",
                        "Histogram of time spent in DECODE phase for request.",
                        Observed.DECODE));
    }

    private static Family sleepState() {
        Map<String, Double> states = new LinkedHashMap<>();
        states.put("awake", 1.0);
        states.put("weights_offloaded", 0.0);
        states.put("discard_all", 0.0);
        return Family.gauges(
                "vllm:engine_sleep_state",
                "Engine sleep state; awake = 0 means engine is sleeping; awake = 1 means engine is awake;"
                        + " weights_offloaded = 1 means sleep level 1; discard_all = 1 means sleep level 2.",
                "sleep_state",
                states);
    }

    /** A counter of something that this server does not have: it stays 0. */
    private static Family none(String name, String help) {
        return Families.count(name, help, state -> 0);
    }
}

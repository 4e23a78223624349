package io.tidemark.simulator.metrics;

import io.tidemark.simulator.engine.EngineState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The families of the V1 engine's pages, in their order. */
final class V1Families {
    private static final MetricFamily RUNNING = CommonFamilies.state(
            "num_requests_running", "Number of requests in model execution batches.", EngineState::running);
    private static final MetricFamily KV_USAGE = CommonFamilies.state(
            "kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.", EngineState::kvUsage);
    private static final MetricFamily PREFIX_QUERIES = CommonFamilies.count(
            "prefix_cache_queries",
            "Prefix cache queries, in terms of number of queried tokens.",
            EngineState::prefixQueryTokens);
    private static final MetricFamily PREFIX_HITS = CommonFamilies.count(
            "prefix_cache_hits",
            "Prefix cache hits, in terms of number of cached tokens.",
            EngineState::prefixHitTokens);

    private V1Families() {}

    /** Of today. */
    static List<MetricFamily> current() {
        List<MetricFamily> all = new ArrayList<>(List.of(
                OptionalFamilies.speculation(),
                OptionalFamilies.offload(),
                RUNNING,
                CommonFamilies.WAITING,
                sleepState(),
                KV_USAGE,
                PREFIX_QUERIES,
                PREFIX_HITS,
                CommonFamilies.count(
                        "external_prefix_cache_queries",
                        "External prefix cache queries from KV connector cross-instance cache sharing, in terms of"
                                + " number of queried tokens.",
                        state -> state.offload().queriedTokens()),
                CommonFamilies.count(
                        "external_prefix_cache_hits",
                        "External prefix cache hits from KV connector cross-instance cache sharing, in terms of number"
                                + " of cached tokens.",
                        state -> state.offload().hitTokens()),
                none("mm_cache_queries", "Multi-modal cache queries, in terms of number of queried items."),
                none("mm_cache_hits", "Multi-modal cache hits, in terms of number of cached items.")));
        all.addAll(counters());
        all.addAll(List.of(
                CommonFamilies.FIRST_TOKEN,
                CommonFamilies.observed(
                        "inter_token_latency_seconds",
                        "Histogram of inter-token latency in seconds.",
                        HistogramMetric.INTER_TOKEN_LATENCY),
                CommonFamilies.observed(
                        "request_time_per_output_token_seconds",
                        "Histogram of time_per_output_token_seconds per request.",
                        HistogramMetric.TIME_PER_OUTPUT_TOKEN)));
        all.addAll(phases());
        all.add(CommonFamilies.observed(
                "request_prefill_kv_computed_tokens",
                "Histogram of new KV tokens computed during prefill (excluding cached tokens).",
                HistogramMetric.PREFILL_COMPUTED_TOKENS));
        return all;
    }

    /** Of 0.10. */
    static List<MetricFamily> v10() {
        List<MetricFamily> all = new ArrayList<>(List.of(
                OptionalFamilies.speculation(),
                RUNNING,
                CommonFamilies.WAITING,
                CommonFamilies.state(
                        "gpu_cache_usage_perc",
                        "GPU KV-cache usage. 1 means 100 percent usage.DEPRECATED: Use vllm:kv_cache_usage_perc"
                                + " instead.",
                        EngineState::kvUsage),
                CommonFamilies.count(
                        "gpu_prefix_cache_queries",
                        "GPU prefix cache queries, in terms of number of queriedtokens. DEPRECATED: Use"
                                + " vllm:prefix_cache_queries instead.",
                        EngineState::prefixQueryTokens),
                CommonFamilies.count(
                        "gpu_prefix_cache_hits",
                        "GPU prefix cache hits, in terms of number of cached tokens. DEPRECATED: Use"
                                + " vllm:prefix_cache_hits instead.",
                        EngineState::prefixHitTokens),
                KV_USAGE,
                PREFIX_QUERIES,
                PREFIX_HITS));
        all.addAll(counters());
        all.addAll(List.of(
                CommonFamilies.FIRST_TOKEN,
                CommonFamilies.OLD_PER_TOKEN,
                CommonFamilies.observed(
                        "time_per_prefill_token_request_seconds",
                        "Time spent per token during prefill  phase in seconds",
                        HistogramMetric.TIME_PER_PREFILL_TOKEN)));
        all.addAll(phases());
        return all;
    }

    /** From preemptions to the parameters of requests; V1's order. */
    private static List<MetricFamily> counters() {
        return List.of(
                CommonFamilies.PREEMPTIONS,
                CommonFamilies.PROMPT_TOKENS,
                CommonFamilies.GENERATION_TOKENS,
                CommonFamilies.SUCCESS,
                CommonFamilies.REQUEST_PROMPT,
                CommonFamilies.REQUEST_GENERATION,
                CommonFamilies.ITERATION,
                CommonFamilies.MAX_GENERATION,
                CommonFamilies.PARAMS_N,
                CommonFamilies.PARAMS_MAX_TOKENS);
    }

    private static List<MetricFamily> phases() {
        return List.of(
                CommonFamilies.observed(
                        "e2e_request_latency_seconds",
                        "Histogram of e2e request latency in seconds.",
                        HistogramMetric.END_TO_END),
                CommonFamilies.observed(
                        "request_queue_time_seconds",
                        "Histogram of time spent in WAITING phase for request.",
                        HistogramMetric.QUEUE),
                CommonFamilies.observed(
                        "request_inference_time_seconds",
                        "Histogram of time spent in RUNNING phase for request.",
                        HistogramMetric.INFERENCE),
                CommonFamilies.observed(
                        "request_prefill_time_seconds",
                        "Histogram of time spent in PREFILL phase for request.",
                        HistogramMetric.PREFILL),
                CommonFamilies.observed(
                        "request_decode_time_seconds",
                        "Histogram of time spent in DECODE phase for request.",
                        HistogramMetric.DECODE));
    }

    private static MetricFamily sleepState() {
        Map<String, Double> states = new LinkedHashMap<>();
        states.put("awake", 1.0);
        states.put("weights_offloaded", 0.0);
        states.put("discard_all", 0.0);
        return MetricFamily.gauges(
                "vllm:engine_sleep_state",
                "Engine sleep state; awake = 0 means engine is sleeping; awake = 1 means engine is awake;"
                        + " weights_offloaded = 1 means sleep level 1; discard_all = 1 means sleep level 2.",
                "sleep_state",
                states);
    }

    /** A counter of something that this server does not have: it stays 0. */
    private static MetricFamily none(String name, String help) {
        return CommonFamilies.count(name, help, state -> 0);
    }
}

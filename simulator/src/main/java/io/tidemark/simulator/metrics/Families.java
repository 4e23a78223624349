package io.tidemark.simulator.metrics;

import io.tidemark.simulator.engine.EngineState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The families of each version's page, in the page's order. Names and helps are vLLM's, their slips included. */
final class Families {
    private static final String TRANSFER = "transfer_type";
    private static final Family RUNNING =
            state("num_requests_running", "Number of requests in model execution batches.", EngineState::running);
    static final Family WAITING =
            state("num_requests_waiting", "Number of requests waiting to be processed.", EngineState::waiting);
    private static final Family KV_USAGE =
            state("kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.", EngineState::kvUsage);
    private static final Family PREFIX_QUERIES = count(
            "prefix_cache_queries",
            "Prefix cache queries, in terms of number of queried tokens.",
            EngineState::prefixQueryTokens);
    private static final Family PREFIX_HITS = count(
            "prefix_cache_hits",
            "Prefix cache hits, in terms of number of cached tokens.",
            EngineState::prefixHitTokens);
    static final Family PREEMPTIONS =
            count("num_preemptions", "Cumulative number of preemption from the engine.", EngineState::preemptions);
    static final Family PROMPT_TOKENS =
            count("prompt_tokens", "Number of prefill tokens processed.", EngineState::promptTokens);
    static final Family GENERATION_TOKENS =
            count("generation_tokens", "Number of generation tokens processed.", EngineState::generatedTokens);
    static final Family SUCCESS = Family.counters(
            "vllm:request_success",
            "Count of successfully processed requests.",
            "finished_reason",
            EngineMetrics::finishedByReason);
    static final Family REQUEST_PROMPT =
            observed("request_prompt_tokens", "Number of prefill tokens processed.", Observed.PROMPT_TOKENS);
    static final Family REQUEST_GENERATION =
            observed("request_generation_tokens", "Number of generation tokens processed.", Observed.GENERATION_TOKENS);
    static final Family ITERATION = observed(
            "iteration_tokens_total", "Histogram of number of tokens per engine_step.", Observed.ITERATION_TOKENS);
    static final Family MAX_GENERATION = observed(
            "request_max_num_generation_tokens",
            "Histogram of maximum number of requested generation tokens.",
            Observed.MAX_GENERATION_TOKENS);
    static final Family PARAMS_N =
            observed("request_params_n", "Histogram of the n request parameter.", Observed.PARAMS_N);
    static final Family PARAMS_MAX_TOKENS = observed(
            "request_params_max_tokens", "Histogram of the max_tokens request parameter.", Observed.PARAMS_MAX_TOKENS);
    static final Family FIRST_TOKEN = observed(
            "time_to_first_token_seconds",
            "Histogram of time to first token in seconds.",
            Observed.TIME_TO_FIRST_TOKEN);
    static final Family OLD_PER_TOKEN = observed(
            "time_per_output_token_seconds",
            "Histogram of time per output token in seconds.",
            Observed.INTER_TOKEN_LATENCY);

    private Families() {}

    static List<Family> of(MetricsNames names) {
        return switch (names) {
            case V1 -> v1();
            case V0_10 -> v010();
            case V0_7 -> OldFamilies.ofSeven();
            case V0 -> OldFamilies.ofFive();
        };
    }

    private static List<Family> v1() {
        List<Family> all = new ArrayList<>(List.of(
                speculation(),
                offload(),
                RUNNING,
                WAITING,
                sleepState(),
                KV_USAGE,
                PREFIX_QUERIES,
                PREFIX_HITS,
                count(
                        "external_prefix_cache_queries",
                        "External prefix cache queries from KV connector cross-instance cache sharing, in terms of"
                                + " number of queried tokens.",
                        state -> state.offload().queriedTokens()),
                count(
                        "external_prefix_cache_hits",
                        "External prefix cache hits from KV connector cross-instance cache sharing, in terms of number"
                                + " of cached tokens.",
                        state -> state.offload().hitTokens()),
                none("mm_cache_queries", "Multi-modal cache queries, in terms of number of queried items."),
                none("mm_cache_hits", "Multi-modal cache hits, in terms of number of cached items.")));
        all.addAll(counters());
        all.addAll(List.of(
                FIRST_TOKEN,
                observed(
                        "inter_token_latency_seconds",
                        "Histogram of inter-token latency in seconds.",
                        Observed.INTER_TOKEN_LATENCY),
                observed(
                        "request_time_per_output_token_seconds",
                        "Histogram of time_per_output_token_seconds per request.",
                        Observed.TIME_PER_OUTPUT_TOKEN)));
        all.addAll(phases());
        all.add(observed(
                "request_prefill_kv_computed_tokens",
                "Histogram of new KV tokens computed during prefill (excluding cached tokens).",
                Observed.PREFILL_COMPUTED_TOKENS));
        return all;
    }

    private static List<Family> v010() {
        List<Family> all = new ArrayList<>(List.of(
                speculation(),
                RUNNING,
                WAITING,
                state(
                        "gpu_cache_usage_perc",
                        "GPU KV-cache usage. 1 means 100 percent usage.DEPRECATED: Use vllm:kv_cache_usage_perc"
                                + " instead.",
                        EngineState::kvUsage),
                count(
                        "gpu_prefix_cache_queries",
                        "GPU prefix cache queries, in terms of number of queriedtokens. DEPRECATED: Use"
                                + " vllm:prefix_cache_queries instead.",
                        EngineState::prefixQueryTokens),
                count(
                        "gpu_prefix_cache_hits",
                        "GPU prefix cache hits, in terms of number of cached tokens. DEPRECATED: Use"
                                + " vllm:prefix_cache_hits instead.",
                        EngineState::prefixHitTokens),
                KV_USAGE,
                PREFIX_QUERIES,
                PREFIX_HITS));
        all.addAll(counters());
        all.addAll(List.of(
                FIRST_TOKEN,
                OLD_PER_TOKEN,
                observed(
                        "time_per_prefill_token_request_seconds",
                        "Time spent per token during prefill  phase in seconds",
                        Observed.TIME_PER_PREFILL_TOKEN)));
        all.addAll(phases());
        return all;
    }

    /** From preemptions to the parameters of requests; V1's order. */
    private static List<Family> counters() {
        return List.of(
                PREEMPTIONS,
                PROMPT_TOKENS,
                GENERATION_TOKENS,
                SUCCESS,
                REQUEST_PROMPT,
                REQUEST_GENERATION,
                ITERATION,
                MAX_GENERATION,
                PARAMS_N,
                PARAMS_MAX_TOKENS);
    }

    private static List<Family> phases() {
        return List.of(
                observed(
                        "e2e_request_latency_seconds",
                        "Histogram of e2e request latency in seconds.",
                        Observed.END_TO_END),
                observed(
                        "request_queue_time_seconds",
                        "Histogram of time spent in WAITING phase for request.",
                        Observed.QUEUE),
                observed(
                        "request_inference_time_seconds",
                        "Histogram of time spent in RUNNING phase for request.",
                        Observed.INFERENCE),
                observed(
                        "request_prefill_time_seconds",
                        "Histogram of time spent in PREFILL phase for request.",
                        Observed.PREFILL),
                observed(
                        "request_decode_time_seconds",
                        "Histogram of time spent in DECODE phase for request.",
                        Observed.DECODE));
    }

    /** Absent, not 0, while nothing speculates. */
    private static Family speculation() {
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
                        Families::perPosition));
        return (text, page) -> {
            if (page.engines().stream().anyMatch(engine -> speculates(engine))) {
                families.forEach(family -> family.write(text, page));
            }
        };
    }

    /** There with a KV connector only; a direction has series from its first copy on. */
    private static Family offload() {
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
        return (text, page) -> {
            if (page.engines().stream().anyMatch(EngineMetrics::offloads)) {
                families.forEach(family -> family.write(text, page));
            }
        };
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
        return count(name, help, state -> 0);
    }

    static Family state(String name, String help, ToDoubleFunction<EngineState> value) {
        return Family.gauge("vllm:" + name, help, engine -> value.applyAsDouble(engine.state()));
    }

    static Family count(String name, String help, ToDoubleFunction<EngineState> value) {
        return Family.counter("vllm:" + name, help, engine -> value.applyAsDouble(engine.state()));
    }

    static Family observed(String name, String help, Observed observed) {
        return Family.histogram("vllm:" + name, help, observed);
    }
}

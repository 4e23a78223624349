package io.tidemark.simulator.metrics;

import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.engine.SpeculationCounts;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The families of the V0 engine's pages, in their order. */
final class OldFamilies {
    private static final Family RUNNING =
            state("num_requests_running", "Number of requests currently running on GPU.", EngineState::running);
    private static final Family SWAPPED =
            state("num_requests_swapped", "Number of requests swapped to CPU.", state -> 0);
    private static final Family GPU_CACHE =
            state("gpu_cache_usage_perc", "GPU KV-cache usage. 1 means 100 percent usage.", EngineState::kvUsage);
    private static final Family CPU_CACHE =
            state("cpu_cache_usage_perc", "CPU KV-cache usage. 1 means 100 percent usage.", state -> 0);
    private static final Family END_TO_END = Families.observed(
            "e2e_request_latency_seconds", "Histogram of end to end request latency in seconds.", Observed.END_TO_END);

    private OldFamilies() {}

    /** Of 0.5. Without the two deprecated gauges of average throughput, which counters give. */
    static List<Family> ofFive() {
        return List.of(
                RUNNING,
                Families.WAITING,
                SWAPPED,
                GPU_CACHE,
                CPU_CACHE,
                Families.PREEMPTIONS,
                Families.PROMPT_TOKENS,
                Families.GENERATION_TOKENS,
                Families.FIRST_TOKEN,
                Families.OLD_PER_TOKEN,
                END_TO_END,
                Families.REQUEST_PROMPT,
                Families.REQUEST_GENERATION,
                Families.observed(
                        "request_params_best_of", "Histogram of the best_of request parameter.", Observed.PARAMS_N),
                Families.PARAMS_N,
                Families.SUCCESS);
    }

    /**
     * Of 0.7, whose server collects the pages of two processes: gauges, counters, histograms, each in the order in which it was
     * first written.
     */
    static List<Family> ofSeven() {
        return List.of(
                RUNNING,
                SWAPPED,
                Families.WAITING,
                GPU_CACHE,
                CPU_CACHE,
                state("cpu_prefix_cache_hit_rate", "CPU prefix cache block hit rate.", state -> -1),
                state("gpu_prefix_cache_hit_rate", "GPU prefix cache block hit rate.", OldFamilies::hitRate),
                speculation(
                        Family::gauge,
                        "spec_decode_draft_acceptance_rate",
                        "Speulative token acceptance rate.",
                        OldFamilies::acceptance),
                speculation(
                        Family::gauge,
                        "spec_decode_efficiency",
                        "Speculative decoding system efficiency.",
                        OldFamilies::efficiency),
                OldFamilies::writeLora,
                Families.PREEMPTIONS,
                Families.PROMPT_TOKENS,
                Families.GENERATION_TOKENS,
                Families.SUCCESS,
                speculation(
                        Family::counter,
                        "spec_decode_num_accepted_tokens",
                        "Number of accepted tokens.",
                        SpeculationCounts::acceptedTokens),
                speculation(
                        Family::counter,
                        "spec_decode_num_draft_tokens",
                        "Number of draft tokens.",
                        SpeculationCounts::draftTokens),
                speculation(
                        Family::counter,
                        "spec_decode_num_emitted_tokens",
                        "Number of emitted tokens.",
                        OldFamilies::emitted),
                Families.ITERATION,
                Families.FIRST_TOKEN,
                Families.OLD_PER_TOKEN,
                END_TO_END,
                phase(
                        "request_queue_time_seconds",
                        "Histogram of time spent in WAITING phase for request.",
                        Observed.QUEUE),
                phase(
                        "request_inference_time_seconds",
                        "Histogram of time spent in RUNNING phase for request.",
                        Observed.INFERENCE),
                phase(
                        "request_prefill_time_seconds",
                        "Histogram of time spent in PREFILL phase for request.",
                        Observed.PREFILL),
                phase(
                        "request_decode_time_seconds",
                        "Histogram of time spent in DECODE phase for request.",
                        Observed.DECODE),
                phase(
                        "time_in_queue_requests",
                        "Histogram of time the request spent in the queue in seconds.",
                        Observed.QUEUE),
                Families.REQUEST_PROMPT,
                Families.REQUEST_GENERATION,
                Families.PARAMS_N,
                Families.MAX_GENERATION,
                Families.PARAMS_MAX_TOKENS);
    }

    private static Family state(String name, String help, ToDoubleFunction<EngineState> value) {
        return Families.state(name, help, value);
    }

    private static Family phase(String name, String help, Observed observed) {
        return Families.observed(name, help, observed);
    }

    /** -1 where no cache is. */
    private static double hitRate(EngineState state) {
        return state.prefixQueryTokens() == 0 ? -1 : (double) state.prefixHitTokens() / state.prefixQueryTokens();
    }

    /** Without LoRA too; its value is when it was last told, of which the start is known. */
    private static void writeLora(MetricsText text, Family.Page page) {
        String name = "vllm:lora_requests_info";
        text.head(name, "gauge", "Running stats on lora requests.");
        Labels none =
                Labels.of("max_lora", "0").with("running_lora_adapters", "").with("waiting_lora_adapters", "");
        text.sample(name, none, page.created().seconds());
    }

    private interface Kind {
        Family of(String name, String help, ToDoubleFunction<EngineMetrics> value);
    }

    private static Family speculation(Kind kind, String name, String help, ToDoubleFunction<SpeculationCounts> value) {
        Family family = kind.of(
                "vllm:" + name,
                help,
                engine -> value.applyAsDouble(engine.state().speculation()));
        return Family.where(OptionalFamilies::speculates, List.of(family));
    }

    private static double acceptance(SpeculationCounts counts) {
        return counts.draftTokens() == 0 ? 0 : (double) counts.acceptedTokens() / counts.draftTokens();
    }

    /** Of the tokens that would have come out if every draft had been accepted. */
    private static double efficiency(SpeculationCounts counts) {
        long most = counts.draftTokens() + counts.drafts();
        return most == 0 ? 0 : emitted(counts) / most;
    }

    private static double emitted(SpeculationCounts counts) {
        return (double) counts.acceptedTokens() + counts.drafts();
    }
}

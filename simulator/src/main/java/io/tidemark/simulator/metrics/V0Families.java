package io.tidemark.simulator.metrics;

import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.engine.speculation.SpeculationCounts;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The families of the V0 engine's pages, in their order. */
final class V0Families {
    private static final MetricFamily RUNNING =
            state("num_requests_running", "Number of requests currently running on GPU.", EngineState::running);
    private static final MetricFamily SWAPPED =
            state("num_requests_swapped", "Number of requests swapped to CPU.", state -> 0);
    private static final MetricFamily GPU_CACHE =
            state("gpu_cache_usage_perc", "GPU KV-cache usage. 1 means 100 percent usage.", EngineState::kvUsage);
    private static final MetricFamily CPU_CACHE =
            state("cpu_cache_usage_perc", "CPU KV-cache usage. 1 means 100 percent usage.", state -> 0);
    private static final MetricFamily END_TO_END = CommonFamilies.observed(
            "e2e_request_latency_seconds",
            "Histogram of end to end request latency in seconds.",
            HistogramMetric.END_TO_END);

    private V0Families() {}

    /** Of 0.5. Without the two deprecated gauges of average throughput, which counters give. */
    static List<MetricFamily> v05() {
        return List.of(
                RUNNING,
                CommonFamilies.WAITING,
                SWAPPED,
                GPU_CACHE,
                CPU_CACHE,
                CommonFamilies.PREEMPTIONS,
                CommonFamilies.PROMPT_TOKENS,
                CommonFamilies.GENERATION_TOKENS,
                CommonFamilies.FIRST_TOKEN,
                CommonFamilies.OLD_PER_TOKEN,
                END_TO_END,
                CommonFamilies.REQUEST_PROMPT,
                CommonFamilies.REQUEST_GENERATION,
                CommonFamilies.observed(
                        "request_params_best_of",
                        "Histogram of the best_of request parameter.",
                        HistogramMetric.PARAMS_N),
                CommonFamilies.PARAMS_N,
                CommonFamilies.SUCCESS);
    }

    /**
     * Of 0.7, whose server collects the pages of two processes: gauges, counters, histograms, each in the order in which it was
     * first written.
     */
    static List<MetricFamily> v07() {
        return List.of(
                RUNNING,
                SWAPPED,
                CommonFamilies.WAITING,
                GPU_CACHE,
                CPU_CACHE,
                state("cpu_prefix_cache_hit_rate", "CPU prefix cache block hit rate.", state -> -1),
                state("gpu_prefix_cache_hit_rate", "GPU prefix cache block hit rate.", V0Families::hitRate),
                speculation(
                        MetricFamily::gauge,
                        "spec_decode_draft_acceptance_rate",
                        "Speulative token acceptance rate.",
                        V0Families::acceptance),
                speculation(
                        MetricFamily::gauge,
                        "spec_decode_efficiency",
                        "Speculative decoding system efficiency.",
                        V0Families::efficiency),
                V0Families::writeLora,
                CommonFamilies.PREEMPTIONS,
                CommonFamilies.PROMPT_TOKENS,
                CommonFamilies.GENERATION_TOKENS,
                CommonFamilies.SUCCESS,
                speculation(
                        MetricFamily::counter,
                        "spec_decode_num_accepted_tokens",
                        "Number of accepted tokens.",
                        SpeculationCounts::acceptedTokens),
                speculation(
                        MetricFamily::counter,
                        "spec_decode_num_draft_tokens",
                        "Number of draft tokens.",
                        SpeculationCounts::draftTokens),
                speculation(
                        MetricFamily::counter,
                        "spec_decode_num_emitted_tokens",
                        "Number of emitted tokens.",
                        V0Families::emitted),
                CommonFamilies.ITERATION,
                CommonFamilies.FIRST_TOKEN,
                CommonFamilies.OLD_PER_TOKEN,
                END_TO_END,
                phase(
                        "request_queue_time_seconds",
                        "Histogram of time spent in WAITING phase for request.",
                        HistogramMetric.QUEUE),
                phase(
                        "request_inference_time_seconds",
                        "Histogram of time spent in RUNNING phase for request.",
                        HistogramMetric.INFERENCE),
                phase(
                        "request_prefill_time_seconds",
                        "Histogram of time spent in PREFILL phase for request.",
                        HistogramMetric.PREFILL),
                phase(
                        "request_decode_time_seconds",
                        "Histogram of time spent in DECODE phase for request.",
                        HistogramMetric.DECODE),
                phase(
                        "time_in_queue_requests",
                        "Histogram of time the request spent in the queue in seconds.",
                        HistogramMetric.QUEUE),
                CommonFamilies.REQUEST_PROMPT,
                CommonFamilies.REQUEST_GENERATION,
                CommonFamilies.PARAMS_N,
                CommonFamilies.MAX_GENERATION,
                CommonFamilies.PARAMS_MAX_TOKENS);
    }

    private static MetricFamily state(String name, String help, ToDoubleFunction<EngineState> value) {
        return CommonFamilies.state(name, help, value);
    }

    private static MetricFamily phase(String name, String help, HistogramMetric observed) {
        return CommonFamilies.observed(name, help, observed);
    }

    /** -1 where no cache is. */
    private static double hitRate(EngineState state) {
        return state.prefixQueryTokens() == 0 ? -1 : (double) state.prefixHitTokens() / state.prefixQueryTokens();
    }

    /** Written without LoRA too. The value is the time of the last update; here it is the time of the start. */
    private static void writeLora(MetricsTextWriter text, MetricFamily.Page page) {
        String name = "vllm:lora_requests_info";
        text.head(name, "gauge", "Running stats on lora requests.");
        SampleLabels none = SampleLabels.of("max_lora", "0")
                .with("running_lora_adapters", "")
                .with("waiting_lora_adapters", "");
        text.sample(name, none, page.created().seconds());
    }

    private interface Kind {
        MetricFamily of(String name, String help, ToDoubleFunction<EngineMetrics> value);
    }

    private static MetricFamily speculation(
            Kind kind, String name, String help, ToDoubleFunction<SpeculationCounts> value) {
        MetricFamily family = kind.of(
                "vllm:" + name,
                help,
                engine -> value.applyAsDouble(engine.state().speculation()));
        return MetricFamily.onlyIf(OptionalFamilies::speculates, List.of(family));
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

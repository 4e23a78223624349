package io.tidemark.simulator.metrics;

import io.tidemark.simulator.engine.EngineState;
import java.util.function.ToDoubleFunction;

/** The families that pages of both engines have, and how others are made. Names and helps are vLLM's, their slips included. */
final class CommonFamilies {
    static final MetricFamily WAITING =
            state("num_requests_waiting", "Number of requests waiting to be processed.", EngineState::waiting);
    static final MetricFamily PREEMPTIONS =
            count("num_preemptions", "Cumulative number of preemption from the engine.", EngineState::preemptions);
    static final MetricFamily PROMPT_TOKENS =
            count("prompt_tokens", "Number of prefill tokens processed.", EngineState::promptTokens);
    static final MetricFamily GENERATION_TOKENS =
            count("generation_tokens", "Number of generation tokens processed.", EngineState::generatedTokens);
    static final MetricFamily SUCCESS = MetricFamily.counters(
            "vllm:request_success",
            "Count of successfully processed requests.",
            "finished_reason",
            EngineMetrics::finishedByReason);
    static final MetricFamily REQUEST_PROMPT =
            observed("request_prompt_tokens", "Number of prefill tokens processed.", HistogramMetric.PROMPT_TOKENS);
    static final MetricFamily REQUEST_GENERATION = observed(
            "request_generation_tokens", "Number of generation tokens processed.", HistogramMetric.GENERATION_TOKENS);
    static final MetricFamily ITERATION = observed(
            "iteration_tokens_total",
            "Histogram of number of tokens per engine_step.",
            HistogramMetric.ITERATION_TOKENS);
    static final MetricFamily MAX_GENERATION = observed(
            "request_max_num_generation_tokens",
            "Histogram of maximum number of requested generation tokens.",
            HistogramMetric.MAX_GENERATION_TOKENS);
    static final MetricFamily PARAMS_N =
            observed("request_params_n", "Histogram of the n request parameter.", HistogramMetric.PARAMS_N);
    static final MetricFamily PARAMS_MAX_TOKENS = observed(
            "request_params_max_tokens",
            "Histogram of the max_tokens request parameter.",
            HistogramMetric.PARAMS_MAX_TOKENS);
    static final MetricFamily FIRST_TOKEN = observed(
            "time_to_first_token_seconds",
            "Histogram of time to first token in seconds.",
            HistogramMetric.TIME_TO_FIRST_TOKEN);
    static final MetricFamily OLD_PER_TOKEN = observed(
            "time_per_output_token_seconds",
            "Histogram of time per output token in seconds.",
            HistogramMetric.INTER_TOKEN_LATENCY);

    private CommonFamilies() {}

    static MetricFamily state(String name, String help, ToDoubleFunction<EngineState> value) {
        return MetricFamily.gauge("vllm:" + name, help, engine -> value.applyAsDouble(engine.state()));
    }

    static MetricFamily count(String name, String help, ToDoubleFunction<EngineState> value) {
        return MetricFamily.counter("vllm:" + name, help, engine -> value.applyAsDouble(engine.state()));
    }

    static MetricFamily observed(String name, String help, HistogramMetric observed) {
        return MetricFamily.histogram("vllm:" + name, help, observed);
    }
}

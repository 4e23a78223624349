package io.tidemark.simulator.metrics;

import io.tidemark.simulator.engine.EngineState;
import java.util.function.ToDoubleFunction;

/** The families that pages of both engines have, and how others are made. Names and helps are vLLM's, their slips included. */
final class Families {
    static final Family WAITING =
            state("num_requests_waiting", "Number of requests waiting to be processed.", EngineState::waiting);
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

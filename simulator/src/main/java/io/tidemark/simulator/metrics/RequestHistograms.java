package io.tidemark.simulator.metrics;

/** The histograms that vLLM fills when a request ends. */
final class RequestHistograms {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Histogram promptTokens;
    private final Histogram generationTokens;
    private final Histogram maxGenerationTokens;
    private final Histogram paramsMaxTokens;
    private final Histogram prefillComputedTokens;
    private final Histogram paramsN = Buckets.samples();
    private final Histogram timePerOutputToken = Buckets.perToken();
    private final Histogram endToEnd = Buckets.latency();
    private final Histogram queue = Buckets.latency();
    private final Histogram inference = Buckets.latency();
    private final Histogram prefill = Buckets.latency();
    private final Histogram decode = Buckets.latency();

    RequestHistograms(int maxModelLen) {
        promptTokens = Buckets.tokens(maxModelLen);
        generationTokens = Buckets.tokens(maxModelLen);
        maxGenerationTokens = Buckets.tokens(maxModelLen);
        paramsMaxTokens = Buckets.tokens(maxModelLen);
        prefillComputedTokens = Buckets.tokens(maxModelLen);
    }

    void observe(FinishedRequest request) {
        promptTokens.observe(request.promptTokens());
        generationTokens.observe(request.generatedTokens());
        maxGenerationTokens.observe(request.generatedTokens());
        paramsN.observe(1);
        prefillComputedTokens.observe(request.promptTokens() - request.cachedTokens());
        if (request.maxTokens() > 0) {
            paramsMaxTokens.observe(request.maxTokens());
        }
        observeTimes(request.times(), request.generatedTokens());
    }

    private void observeTimes(RequestTimes times, int generatedTokens) {
        double decodeSeconds = seconds(times.firstTokenNanos(), times.lastTokenNanos());
        endToEnd.observe(seconds(times.arrivedNanos(), times.lastTokenNanos()));
        queue.observe(seconds(times.queuedNanos(), times.scheduledNanos()));
        inference.observe(seconds(times.scheduledNanos(), times.lastTokenNanos()));
        prefill.observe(seconds(times.scheduledNanos(), times.firstTokenNanos()));
        decode.observe(decodeSeconds);
        timePerOutputToken.observe(generatedTokens > 1 ? decodeSeconds / (generatedTokens - 1) : 0);
    }

    void write(MetricsText text) {
        text.histogram("vllm:request_prompt_tokens", "Number of prefill tokens processed.", promptTokens);
        text.histogram("vllm:request_generation_tokens", "Number of generation tokens processed.", generationTokens);
        text.histogram(
                "vllm:request_max_num_generation_tokens",
                "Histogram of maximum number of requested generation tokens.",
                maxGenerationTokens);
        text.histogram("vllm:request_params_n", "Histogram of the n request parameter.", paramsN);
        text.histogram(
                "vllm:request_params_max_tokens", "Histogram of the max_tokens request parameter.", paramsMaxTokens);
        text.histogram(
                "vllm:request_time_per_output_token_seconds",
                "Histogram of time_per_output_token_seconds per request.",
                timePerOutputToken);
        text.histogram("vllm:e2e_request_latency_seconds", "Histogram of e2e request latency in seconds.", endToEnd);
        text.histogram(
                "vllm:request_queue_time_seconds", "Histogram of time spent in WAITING phase for request.", queue);
        text.histogram(
                "vllm:request_inference_time_seconds",
                "Histogram of time spent in RUNNING phase for request.",
                inference);
        text.histogram(
                "vllm:request_prefill_time_seconds", "Histogram of time spent in PREFILL phase for request.", prefill);
        text.histogram(
                "vllm:request_decode_time_seconds", "Histogram of time spent in DECODE phase for request.", decode);
        text.histogram(
                "vllm:request_prefill_kv_computed_tokens",
                "Histogram of new KV tokens computed during prefill (excluding cached tokens).",
                prefillComputedTokens);
    }

    private static double seconds(long fromNanos, long toNanos) {
        return (toNanos - fromNanos) / NANOS_PER_SECOND;
    }
}

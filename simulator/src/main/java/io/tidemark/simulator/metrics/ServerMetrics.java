package io.tidemark.simulator.metrics;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.engine.StepResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All that the server counts about itself, and its page. As in vLLM the gauges show the engine after its last step.
 * Thread-safe: the engine's thread writes, the HTTP front reads.
 */
public final class ServerMetrics {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final List<String> FINISH_REASONS = List.of("stop", "length", "abort", "error");

    private final ServerConfig config;
    private final Labels labels;
    private final double startedSeconds;
    private final Map<String, Long> finished = new LinkedHashMap<>();
    private final Histogram iterationTokens = Buckets.iterationTokens();
    private final Histogram firstToken = Buckets.firstToken();
    private final Histogram interToken = Buckets.perToken();
    private final RequestHistograms requests;
    private EngineState state = new EngineState(0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** @param startedSeconds the server's start, Unix time */
    public ServerMetrics(ServerConfig config, double startedSeconds) {
        this.config = config;
        this.labels = new Labels("0", config.servedModelName());
        this.startedSeconds = startedSeconds;
        this.requests = new RequestHistograms(config.maxModelLen());
        FINISH_REASONS.forEach(reason -> finished.put(reason, 0L));
    }

    public synchronized void stepped(StepResult step, EngineState after) {
        iterationTokens.observe((double) step.iterationTokens());
        state = after;
    }

    /** The engine changed without a step: a request came or was aborted. */
    public synchronized void changed(EngineState now) {
        state = now;
    }

    public synchronized void firstToken(long sinceArrivalNanos) {
        firstToken.observe(sinceArrivalNanos / NANOS_PER_SECOND);
    }

    public synchronized void nextToken(long sinceLastNanos) {
        interToken.observe(sinceLastNanos / NANOS_PER_SECOND);
    }

    public synchronized void finished(FinishedRequest request) {
        finished.merge(request.finishReason(), 1L, Long::sum);
        requests.observe(request);
    }

    /** A request that ended without its answer: {@code abort} or {@code error}. */
    public synchronized void brokenOff(String reason) {
        finished.merge(reason, 1L, Long::sum);
    }

    public synchronized EngineState state() {
        return state;
    }

    /** The page, Prometheus text 0.0.4. */
    public synchronized String page() {
        MetricsText text = new MetricsText(labels, startedSeconds);
        writeProcess(text);
        writeGauges(text);
        writeCounters(text);
        writeFinished(text);
        text.histogram(
                "vllm:iteration_tokens_total", "Histogram of number of tokens per engine_step.", iterationTokens);
        text.histogram("vllm:time_to_first_token_seconds", "Histogram of time to first token in seconds.", firstToken);
        text.histogram("vllm:inter_token_latency_seconds", "Histogram of inter-token latency in seconds.", interToken);
        requests.write(text);
        writeCacheConfig(text);
        return text.toString();
    }

    private void writeProcess(MetricsText text) {
        text.head("process_start_time_seconds", "gauge", "Start time of the process since unix epoch in seconds.");
        text.sample("process_start_time_seconds", "", startedSeconds);
    }

    private void writeGauges(MetricsText text) {
        text.gauge("vllm:num_requests_running", "Number of requests in model execution batches.", state.running());
        text.gauge("vllm:num_requests_waiting", "Number of requests waiting to be processed.", state.waiting());
        text.gauge("vllm:kv_cache_usage_perc", "KV-cache usage. 1 means 100 percent usage.", state.kvUsage());
    }

    private void writeCounters(MetricsText text) {
        text.counter(
                "vllm:prefix_cache_queries",
                "Prefix cache queries, in terms of number of queried tokens.",
                state.prefixQueryTokens());
        text.counter(
                "vllm:prefix_cache_hits",
                "Prefix cache hits, in terms of number of cached tokens.",
                state.prefixHitTokens());
        text.counter("vllm:num_preemptions", "Cumulative number of preemption from the engine.", state.preemptions());
        text.counter("vllm:prompt_tokens", "Number of prefill tokens processed.", state.promptTokens());
        text.counter("vllm:generation_tokens", "Number of generation tokens processed.", state.generatedTokens());
    }

    private void writeFinished(MetricsText text) {
        String help = "Count of successfully processed requests.";
        text.head("vllm:request_success_total", "counter", help);
        finished.forEach((reason, count) ->
                text.sample("vllm:request_success_total", labels.with("finished_reason", reason), count));
        text.head("vllm:request_success_created", "gauge", help);
        finished.keySet()
                .forEach(reason -> text.sample(
                        "vllm:request_success_created", labels.with("finished_reason", reason), startedSeconds));
    }

    private void writeCacheConfig(MetricsText text) {
        Map<String, String> told = Map.of(
                "block_size",
                String.valueOf(config.blockSize()),
                "cache_dtype",
                "auto",
                "enable_prefix_caching",
                config.enablePrefixCaching() ? "True" : "False",
                "engine",
                labels.engine(),
                "gpu_memory_utilization",
                String.valueOf(config.gpuMemoryUtilization()),
                "num_cpu_blocks",
                "None",
                "num_gpu_blocks",
                String.valueOf(config.kvBlocks()),
                "sliding_window",
                "None");
        text.head("vllm:cache_config_info", "gauge", "Information of the LLMEngine CacheConfig");
        text.sample("vllm:cache_config_info", Labels.text(told), 1);
    }
}

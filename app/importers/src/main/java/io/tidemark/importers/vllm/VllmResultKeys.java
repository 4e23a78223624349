package io.tidemark.importers.vllm;

import io.tidemark.schemas.Metric;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The keys of vLLM's result files, as versions from 0.5 to 0.1x and SGLang write them. */
final class VllmResultKeys {
    /** The word of a metric in keys such as {@code p99_ttft_ms}. */
    static final Map<String, Metric> METRICS = metrics();

    /** Keys that are read or that describe the client's own settings. */
    private static final Set<String> KNOWN = Set.of(
            "date",
            "endpoint_type",
            "backend",
            "label",
            "model_id",
            "model",
            "tokenizer_id",
            "num_prompts",
            "request_rate",
            "burstiness",
            "max_concurrency",
            "duration",
            "completed",
            "failed",
            "run_number",
            "total_input_tokens",
            "total_output_tokens",
            "ramp_up_strategy",
            "ramp_up_start_rps",
            "ramp_up_end_rps",
            "best_of",
            "use_beam_search",
            "server_info",
            "tidemark_step");
    /** Overrides of a sweep that belong to the load and not to the server. */
    private static final Pattern BENCH = Pattern.compile(
            "(dataset|random|sonnet|sharegpt|hf|custom|prefix_repetition|burstgpt|spec_bench"
                    + "|goodput|percentile|metric_percentiles|ignore_eos|num_warmups|seed|input_len|output_len|temperature).*");

    private static final Pattern RESULT =
            Pattern.compile("(mean|median|std|min|max|p[0-9.]+)_.*_ms|max_output_tokens_per_s|max_concurrent_requests"
                    + "|spec_decode_.*|diffusion_.*|probe_.*|.*throughput|request_goodput:?|rtfx|concurrency|accept_length"
                    + "|total_.*|max_model_len|steady_state|per_turn_metrics|failed_requests|rps_change_events");

    private VllmResultKeys() {}

    private static Map<String, Metric> metrics() {
        Map<String, Metric> metrics = new LinkedHashMap<>();
        metrics.put("ttft", Metric.TTFT);
        metrics.put("tpot", Metric.TPOT);
        metrics.put("itl", Metric.ITL);
        metrics.put("e2el", Metric.E2E);
        metrics.put("e2e_latency", Metric.E2E);
        metrics.put("e2el_including_client_queue", Metric.E2E_DUE);
        metrics.put("client_queue_time", Metric.QUEUE_TIME);
        return metrics;
    }

    static boolean isSetting(String key) {
        return KNOWN.contains(key);
    }

    /** Whether a sweep varied it on the client's side. */
    static boolean isBench(String key) {
        return BENCH.matcher(key).matches();
    }

    static boolean isResult(String key) {
        return RESULT.matcher(key).matches();
    }
}

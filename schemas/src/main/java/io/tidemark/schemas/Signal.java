package io.tidemark.schemas;

import com.google.common.collect.ImmutableList;
import com.google.errorprone.annotations.Immutable;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The canonical signals of a server, whatever engine it is, with the names that engines expose them under. Ratios are 0 to
 * 1, sizes bytes, times seconds. Names are as on the wire; the newest name of an engine comes first.
 */
public enum Signal {
    RUNNING(
            "engine.requests.running",
            Kind.GAUGE,
            "requests",
            "Requests in the running batch",
            at("vllm:num_requests_running"),
            at("sglang:num_running_reqs"),
            at("sglang:num_requests_running"),
            at("trtllm_num_requests_running"),
            at("dynamo_frontend_inflight_requests"),
            at("dynamo_frontend_active_requests"),
            at("tgi_batch_current_size"),
            at("llamacpp:requests_processing"),
            at("llm_d_epp_request_running")),
    WAITING(
            "engine.requests.waiting",
            Kind.GAUGE,
            "requests",
            "Requests waiting to be scheduled",
            at("vllm:num_requests_waiting"),
            at("sglang:num_queue_reqs"),
            at("trtllm_num_requests_waiting"),
            at("dynamo_frontend_queued_requests"),
            at("tgi_queue_size"),
            at("llamacpp:requests_deferred"),
            at("llm_d_epp_per_endpoint_queue_size"),
            at("llm_d_epp_flow_control_queue_size")),
    KV_USAGE(
            "engine.kv.usage_ratio",
            Kind.GAUGE,
            "ratio",
            "Share of KV cache blocks held by running requests",
            at("vllm:kv_cache_usage_perc"),
            at("vllm:gpu_cache_usage_perc"),
            at("sglang:token_usage"),
            at("trtllm_kv_cache_utilization"),
            at("dynamo_component_kvstats_gpu_cache_usage_percent"),
            at("llamacpp:kv_cache_usage_ratio"),
            at("llm_d_epp_average_kv_cache_utilization")),
    PREEMPTIONS(
            "engine.preemptions",
            Kind.COUNTER,
            "preemptions",
            "Requests put back to the queue for want of KV blocks",
            at("vllm:num_preemptions_total"),
            at("sglang:num_retracted_requests_total")),
    PROMPT_TOKENS(
            "engine.prompt_tokens",
            Kind.COUNTER,
            "tokens",
            "Prompt tokens of finished prefills, cached ones included",
            at("vllm:prompt_tokens_total"),
            at("sglang:prompt_tokens_total"),
            at("trtllm_prompt_tokens_total"),
            at("llamacpp:prompt_tokens_total")),
    GENERATION_TOKENS(
            "engine.generation_tokens",
            Kind.COUNTER,
            "tokens",
            "Tokens generated",
            at("vllm:generation_tokens_total"),
            at("sglang:generation_tokens_total"),
            at("trtllm_generation_tokens_total"),
            at("dynamo_frontend_output_tokens_total"),
            at("llamacpp:tokens_predicted_total")),
    PREFIX_QUERIES(
            "engine.prefix.queries",
            Kind.COUNTER,
            "tokens",
            "Prompt tokens looked up in the prefix cache",
            at("vllm:prefix_cache_queries_total")),
    PREFIX_HITS(
            "engine.prefix.hits",
            Kind.COUNTER,
            "tokens",
            "Of these, found",
            at("vllm:prefix_cache_hits_total"),
            at("sglang:cached_tokens_total"),
            at("llamacpp:prompt_tokens_cached_total")),
    FINISHED(
            "engine.requests.finished",
            Kind.COUNTER,
            "requests",
            "Requests finished for any reason, aborted ones included",
            at("vllm:request_success_total"),
            at("sglang:num_requests_total"),
            at("trtllm_request_success_total"),
            at("tgi_request_success")),
    SERVER_TTFT(
            "engine.ttft",
            Kind.HISTOGRAM,
            "seconds",
            "Arrival at the server to first token, as the server saw it",
            at("vllm:time_to_first_token_seconds"),
            at("sglang:time_to_first_token_seconds"),
            at("trtllm_time_to_first_token_seconds"),
            at("dynamo_frontend_time_to_first_token_seconds"),
            at("llm_d_epp_request_ttft_seconds")),
    SERVER_ITL(
            "engine.itl",
            Kind.HISTOGRAM,
            "seconds",
            "Time between outputs of a request, per step",
            at("vllm:inter_token_latency_seconds"),
            at("vllm:time_per_output_token_seconds"),
            at("sglang:inter_token_latency_seconds"),
            at("dynamo_frontend_inter_token_latency_seconds"),
            at("llm_d_epp_request_streaming_itl_seconds")),
    SERVER_TPOT(
            "engine.tpot_request",
            Kind.HISTOGRAM,
            "seconds",
            "Decode time per output token of a finished request",
            at("vllm:request_time_per_output_token_seconds"),
            at("sglang:time_per_output_token_seconds"),
            at("trtllm_time_per_output_token_seconds"),
            at("llm_d_epp_request_streaming_tpot_seconds")),
    SERVER_E2E(
            "engine.e2e",
            Kind.HISTOGRAM,
            "seconds",
            "Arrival at the server to last token",
            at("vllm:e2e_request_latency_seconds"),
            at("sglang:e2e_request_latency_seconds"),
            at("trtllm_e2e_request_latency_seconds"),
            at("dynamo_frontend_request_duration_seconds"),
            at("tgi_request_duration"),
            at("llm_d_epp_request_duration_seconds")),
    SERVER_QUEUE_TIME(
            "engine.queue_time",
            Kind.HISTOGRAM,
            "seconds",
            "Time a request waited in the server's queue",
            at("vllm:request_queue_time_seconds"),
            at("sglang:queue_time_seconds"),
            at("trtllm_request_queue_time_seconds"),
            at("tgi_request_queue_duration"),
            at("llm_d_epp_flow_control_request_queue_duration_seconds")),
    STEP_TOKENS(
            "engine.step_tokens",
            Kind.HISTOGRAM,
            "tokens",
            "Tokens in an engine step",
            at("vllm:iteration_tokens_total")),
    SPEC_DRAFTS(
            "engine.spec.drafts",
            Kind.COUNTER,
            "drafts",
            "Verification steps of speculative decoding",
            at("vllm:spec_decode_num_drafts_total")),
    SPEC_DRAFT_TOKENS(
            "engine.spec.draft_tokens",
            Kind.COUNTER,
            "tokens",
            "Tokens drafted",
            at("vllm:spec_decode_num_draft_tokens_total")),
    SPEC_ACCEPTED(
            "engine.spec.accepted_tokens",
            Kind.COUNTER,
            "tokens",
            "Drafted tokens accepted",
            at("vllm:spec_decode_num_accepted_tokens_total")),
    GPU_UTIL(
            "gpu.util_ratio",
            Kind.GAUGE,
            "ratio",
            "Share of time in which a kernel ran",
            at("DCGM_FI_DEV_GPU_UTIL", 0.01),
            at("nvidia_smi_utilization_gpu_ratio")),
    GPU_MEM_USED(
            "gpu.mem_used",
            Kind.GAUGE,
            "bytes",
            "GPU memory in use",
            at("DCGM_FI_DEV_FB_USED", 1 << 20),
            at("nvidia_smi_memory_used_bytes")),
    GPU_TEMP(
            "gpu.temp",
            Kind.GAUGE,
            "celsius",
            "GPU temperature",
            at("DCGM_FI_DEV_GPU_TEMP"),
            at("nvidia_smi_temperature_gpu")),
    GPU_POWER(
            "gpu.power",
            Kind.GAUGE,
            "watts",
            "GPU power",
            at("DCGM_FI_DEV_POWER_USAGE"),
            at("nvidia_smi_power_draw_watts")),
    GPU_CLOCK(
            "gpu.clock",
            Kind.GAUGE,
            "hertz",
            "SM clock",
            at("DCGM_FI_DEV_SM_CLOCK", 1e6),
            at("nvidia_smi_clocks_current_sm_clock_hz")),
    /** Of a page with signals of an engine only: exporters of GPUs and hosts expose their own. */
    PROCESS_MEMORY(
            "process.resident_memory",
            Kind.GAUGE,
            "bytes",
            "Resident memory of the server's process",
            at("process_resident_memory_bytes"));

    private static final double ROUNDING = 1e-6;
    private static final double ABSOLUTE_ZERO_CELSIUS = -273;
    private static final Set<String> AVERAGED_UNITS = Set.of("ratio", "celsius", "hertz");

    private final String id;
    private final Kind kind;
    private final String unit;
    private final String meaning;
    private final ImmutableList<Exposition> expositions;

    Signal(String id, Kind kind, String unit, String meaning, Exposition... expositions) {
        this.id = id;
        this.kind = kind;
        this.unit = unit;
        this.meaning = meaning;
        this.expositions = ImmutableList.copyOf(expositions);
    }

    /** Its name in events, tables and reports. */
    public String id() {
        return id;
    }

    public Kind kind() {
        return kind;
    }

    /** Unit after the exposition's factor was applied. */
    public String unit() {
        return unit;
    }

    public String meaning() {
        return meaning;
    }

    /** Whether it can have a value of its unit, but for what an exporter rounds. */
    public boolean canBe(double value) {
        return Double.isFinite(value) && value >= least() && value <= most() + ROUNDING;
    }

    /** "0 to 1" or "at least 0". */
    public String range() {
        return Double.isFinite(most())
                ? ValueText.digits(least()) + " to " + ValueText.digits(most())
                : "at least " + ValueText.digits(least());
    }

    private double least() {
        return unit.equals("celsius") ? ABSOLUTE_ZERO_CELSIUS : 0;
    }

    private double most() {
        return unit.equals("ratio") ? 1 : Double.POSITIVE_INFINITY;
    }

    /** Whether the values of several sources are averaged; if not, they are summed. */
    public boolean isAveraged() {
        return AVERAGED_UNITS.contains(unit);
    }

    /** The names it is exposed under, by any engine. */
    public List<Exposition> expositions() {
        return expositions;
    }

    public static Optional<Signal> byId(String id) {
        return Arrays.stream(values()).filter(signal -> signal.id.equals(id)).findFirst();
    }

    private static Exposition at(String name) {
        return at(name, 1);
    }

    private static Exposition at(String name, double factor) {
        return new Exposition(name, factor);
    }

    /** A metric name on the wire, and what its value is multiplied by to get the signal's unit. */
    @Immutable
    public record Exposition(String name, double factor) {
        private static final String TOTAL = "_total";
        /** What Ray's metrics agent puts in front of the names of the processes that it runs. */
        private static final String RAY = "ray_";

        /**
         * The engine's own name, then what others make of it on the way: {@code _} for the colon (OpenTelemetry, sidecars), Ray's
         * prefix before that, and each of these without {@code _total}. A page may have several of them for the same value.
         */
        public List<String> spellings() {
            return spellingsOf(name);
        }

        /** The same of any name of an engine. A name without a colon has no other. */
        public static List<String> spellingsOf(String name) {
            if (name.indexOf(':') < 0) {
                return List.of(name);
            }
            String plain = name.replace(':', '_');
            return Stream.of(name, plain, RAY + plain)
                    .flatMap(full -> Stream.of(
                            full, full.endsWith(TOTAL) ? full.substring(0, full.length() - TOTAL.length()) : full))
                    .distinct()
                    .toList();
        }
    }

    /** How values relate over time. */
    public enum Kind {
        /** A value as of now. */
        GAUGE,
        /** A total since the process started; falls only on a restart. */
        COUNTER,
        /** Cumulative bucket counts since the process started. */
        HISTOGRAM
    }
}

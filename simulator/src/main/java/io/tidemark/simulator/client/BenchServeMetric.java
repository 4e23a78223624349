package io.tidemark.simulator.client;

import java.util.Arrays;
import java.util.Optional;

/** A figure that {@code vllm bench serve} prints and saves; {@link #key()} is its name in a result file. */
public enum BenchServeMetric {
    REQUEST_THROUGHPUT("request_throughput", "request throughput", "req/s", Kind.THROUGHPUT),
    OUTPUT_THROUGHPUT("output_throughput", "output throughput", "tok/s", Kind.THROUGHPUT),
    TOTAL_THROUGHPUT("total_token_throughput", "total throughput", "tok/s", Kind.THROUGHPUT),
    DURATION("duration", "duration", "s", Kind.THROUGHPUT),
    PEAK_OUTPUT("max_output_tokens_per_s", "peak chunks in a second", "/s", Kind.OTHER),
    PEAK_CONCURRENT("max_concurrent_requests", "peak concurrent requests", "", Kind.OTHER),
    MEAN_TTFT("mean_ttft_ms", "TTFT mean", "ms", Kind.MEAN),
    MEDIAN_TTFT("median_ttft_ms", "TTFT median", "ms", Kind.OTHER),
    P95_TTFT("p95_ttft_ms", "TTFT p95", "ms", Kind.TAIL),
    P99_TTFT("p99_ttft_ms", "TTFT p99", "ms", Kind.TAIL),
    MEAN_TPOT("mean_tpot_ms", "TPOT mean", "ms", Kind.MEAN),
    MEDIAN_TPOT("median_tpot_ms", "TPOT median", "ms", Kind.OTHER),
    P99_TPOT("p99_tpot_ms", "TPOT p99", "ms", Kind.TAIL),
    MEAN_ITL("mean_itl_ms", "ITL mean", "ms", Kind.OTHER),
    MEDIAN_ITL("median_itl_ms", "ITL median", "ms", Kind.OTHER),
    P99_ITL("p99_itl_ms", "ITL p99", "ms", Kind.TAIL);

    /** What a figure is a figure of; how near a simulation should come differs. */
    public enum Kind {
        THROUGHPUT,
        MEAN,
        TAIL,
        OTHER
    }

    private final String key;
    private final String label;
    private final String unit;
    private final Kind kind;

    BenchServeMetric(String key, String label, String unit, Kind kind) {
        this.key = key;
        this.label = label;
        this.unit = unit;
        this.kind = kind;
    }

    /** The figure that a result file calls so. */
    public static Optional<BenchServeMetric> of(String key) {
        return Arrays.stream(values()).filter(it -> it.key.equals(key)).findFirst();
    }

    public String key() {
        return key;
    }

    public String label() {
        return label;
    }

    public String unit() {
        return unit;
    }

    public Kind kind() {
        return kind;
    }
}

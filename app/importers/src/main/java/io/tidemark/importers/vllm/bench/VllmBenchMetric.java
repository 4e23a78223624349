package io.tidemark.importers.vllm.bench;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The metrics of {@code --percentile-metrics}, in the order in which they are printed. */
public enum VllmBenchMetric {
    TTFT("ttft", "TTFT", "Time to First Token"),
    TPOT("tpot", "TPOT", "Time per Output Token (excl. 1st token)"),
    ITL("itl", "ITL", "Inter-token Latency"),
    E2EL("e2el", "E2EL", "End-to-end Latency"),
    CLIENT_QUEUE_TIME("client_queue_time", "Client Queue Time", "Client-side Queueing"),
    E2EL_INCLUDING_CLIENT_QUEUE(
            "e2el_including_client_queue", "E2EL incl. Client Queue", "Queue-inclusive End-to-end Latency");

    private final String key;
    private final String label;
    private final String heading;

    VllmBenchMetric(String key, String label, String heading) {
        this.key = key;
        this.label = label;
        this.heading = heading;
    }

    /** Values of one request that succeeded, seconds. */
    DoubleStream seconds(BenchRequest request) {
        BenchRequest.Timing timing = request.timing();
        return switch (this) {
            case TTFT -> DoubleStream.of(timing.ttft());
            case TPOT -> request.outputTokens() > 1 ? DoubleStream.of(request.tpot()) : DoubleStream.empty();
            case ITL -> timing.itls().stream();
            case E2EL -> DoubleStream.of(timing.latency());
            case CLIENT_QUEUE_TIME -> DoubleStream.of(timing.queue());
            case E2EL_INCLUDING_CLIENT_QUEUE -> DoubleStream.of(timing.latency() + timing.queue());
        };
    }

    /** As in {@code mean_<key>_ms}. */
    public String key() {
        return key;
    }

    String label() {
        return label;
    }

    String heading() {
        return heading;
    }

    /** The metric of that key. */
    public static Optional<VllmBenchMetric> of(String key) {
        return Arrays.stream(values()).filter(metric -> metric.key.equals(key)).findFirst();
    }

    /** Whether it needs tokens to be counted; the others are printed with {@code --skip-tokenizer-init} too. */
    boolean needsTokens() {
        return this == TTFT || this == TPOT || this == ITL;
    }
}

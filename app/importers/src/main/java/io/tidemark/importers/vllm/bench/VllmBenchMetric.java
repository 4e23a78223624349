package io.tidemark.importers.vllm.bench;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The metrics of {@code --percentile-metrics}, in the order in which they are printed. */
public enum VllmBenchMetric {
    TTFT("ttft", "TTFT", "Time to First Token") {
        @Override
        DoubleStream seconds(BenchRequest request) {
            return DoubleStream.of(request.timing().ttft());
        }
    },
    TPOT("tpot", "TPOT", "Time per Output Token (excl. 1st token)") {
        @Override
        DoubleStream seconds(BenchRequest request) {
            return request.outputTokens() > 1 ? DoubleStream.of(request.tpot()) : DoubleStream.empty();
        }
    },
    ITL("itl", "ITL", "Inter-token Latency") {
        @Override
        DoubleStream seconds(BenchRequest request) {
            return request.timing().itls().stream();
        }
    },
    E2EL("e2el", "E2EL", "End-to-end Latency") {
        @Override
        DoubleStream seconds(BenchRequest request) {
            return DoubleStream.of(request.timing().latency());
        }
    },
    CLIENT_QUEUE_TIME("client_queue_time", "Client Queue Time", "Client-side Queueing") {
        @Override
        DoubleStream seconds(BenchRequest request) {
            return DoubleStream.of(request.timing().queue());
        }
    },
    E2EL_INCLUDING_CLIENT_QUEUE(
            "e2el_including_client_queue", "E2EL incl. Client Queue", "Queue-inclusive End-to-end Latency") {
        @Override
        DoubleStream seconds(BenchRequest request) {
            return DoubleStream.of(request.timing().latency() + request.timing().queue());
        }
    };

    private final String key;
    private final String label;
    private final String heading;

    VllmBenchMetric(String key, String label, String heading) {
        this.key = key;
        this.label = label;
        this.heading = heading;
    }

    /** Values of one request that succeeded, seconds. */
    abstract DoubleStream seconds(BenchRequest request);

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

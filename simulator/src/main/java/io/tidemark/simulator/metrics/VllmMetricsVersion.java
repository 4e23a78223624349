package io.tidemark.simulator.metrics;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whose names the page has: vLLM renamed, added and dropped families from release to release. */
public enum VllmMetricsVersion {
    /** vLLM 0.14, V1 engine. */
    V1("v1", true),
    /** vLLM 0.10.0, V1 engine: deprecated {@code gpu_*} names beside the new ones, {@code time_per_output_token_seconds}. */
    V0_10("v0.10", true),
    /**
     * vLLM 0.7, V0 engine behind a front in another process: one label, no {@code _created}, {@code process_*} and {@code
     * python_*}, nothing before it was seen, sums before buckets.
     */
    V0_7("v0.7", false),
    /** vLLM 0.5.0, V0 engine: one label, no {@code _created}, short buckets, finish reasons only once they were seen. */
    V0("v0", false);

    private final String word;
    private final boolean created;

    VllmMetricsVersion(String word, boolean created) {
        this.word = word;
        this.created = created;
    }

    /** As in flags, e.g. {@code v0.10}. */
    public String word() {
        return word;
    }

    /** Whether counters and histograms are followed by when they began to count. */
    boolean created() {
        return created;
    }

    /** Whether it is the V0 engine's, which knows one engine and no label of it. */
    boolean ofOneEngine() {
        return this == V0 || this == V0_7;
    }

    /** Whether two processes write it: then a family is there once something was counted, and its sum comes first. */
    boolean ofTwoProcesses() {
        return this == V0_7;
    }

    /** The reasons that are there from the start. */
    List<String> finishReasons() {
        return switch (this) {
            case V1 -> List.of("stop", "length", "abort", "error");
            case V0_10 -> List.of("stop", "length", "abort");
            case V0_7, V0 -> List.of();
        };
    }

    public static Optional<VllmMetricsVersion> of(String word) {
        return Arrays.stream(values()).filter(it -> it.word.equals(word)).findFirst();
    }

    /** All of them, for messages. */
    public static String names() {
        return Arrays.stream(values()).map(VllmMetricsVersion::word).collect(Collectors.joining(", "));
    }
}

package io.tidemark.analysis.soak;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Signal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What is followed over the hours of a soak. */
public enum SoakMeasure {
    TTFT_DUE_P50(Metric.TTFT_DUE, 0.5),
    TTFT_DUE_P95(Metric.TTFT_DUE, 0.95),
    TTFT_P50(Metric.TTFT, 0.5),
    TTFT_P95(Metric.TTFT, 0.95),
    E2E_P50(Metric.E2E, 0.5),
    E2E_P95(Metric.E2E, 0.95),
    TPOT_P50(Metric.TPOT, 0.5),
    TPOT_P95(Metric.TPOT, 0.95),
    ITL_P50(Metric.ITL, 0.5),
    ITL_P95(Metric.ITL, 0.95),
    /** Output tokens of the ok requests that were due in a time, per second of it. */
    OUTPUT_TOKENS("output tokens/s", Family.THROUGHPUT, null),
    /** Ok requests of those that were due. */
    COMPLETED("completed share", Family.SHARE, null),
    /** Requests answered with status 200 and without a token, of those that were due. */
    EMPTY("empty share", Family.SHARE, null),
    /** Mean of the memory in use on the target's GPUs, bytes. */
    GPU_MEMORY("GPU memory", Family.MEMORY, Signal.GPU_MEM_USED),
    /** Mean of the resident memory of the server's process, bytes. */
    PROCESS_MEMORY("process memory", Family.MEMORY, Signal.PROCESS_MEMORY);

    /** How a measure is judged. */
    public enum Family {
        LATENCY,
        THROUGHPUT,
        SHARE,
        MEMORY
    }

    /**
     * How many figures are looked at in every period: two quantiles of three latencies, throughput, empty answers and two kinds of memory.
     * Each has the same part of the false alarms that are allowed.
     */
    static final int LOOKED_AT = 10;

    /** The first of them that a step has stands for the time to the first token. */
    private static final List<Metric> FIRST = List.of(Metric.TTFT_DUE, Metric.TTFT, Metric.E2E);

    private final String label;
    private final Family family;
    private final @Nullable Metric metric;
    private final @Nullable Signal signal;
    private final double quantile;

    SoakMeasure(Metric metric, double quantile) {
        this.label = metric.id() + " p" + Math.round(100 * quantile);
        this.family = Family.LATENCY;
        this.metric = metric;
        this.signal = null;
        this.quantile = quantile;
    }

    SoakMeasure(String label, Family family, @Nullable Signal signal) {
        this.label = label;
        this.family = family;
        this.metric = null;
        this.signal = signal;
        this.quantile = 0;
    }

    /** "ttft_due p95", "process memory". */
    public String label() {
        return label;
    }

    public Family family() {
        return family;
    }

    /** Of a latency; empty for the others. */
    public Optional<Metric> metric() {
        return Optional.ofNullable(metric);
    }

    /** Of a latency, in (0, 1); 0 for the others. */
    public double quantile() {
        return quantile;
    }

    /** Of memory; empty for the others. */
    public Optional<Signal> signal() {
        return Optional.ofNullable(signal);
    }

    /** The quantiles of a metric. */
    static List<SoakMeasure> of(Metric metric) {
        return Arrays.stream(values()).filter(one -> one.metric == metric).toList();
    }

    /** Signals of the server that are followed. */
    static List<SoakMeasure> ofMemory() {
        return List.of(GPU_MEMORY, PROCESS_MEMORY);
    }

    /** Of the metrics that a step has, those that are followed: the time to the first token, TPOT and ITL. */
    public static List<Metric> followed(Set<Metric> known) {
        List<Metric> first = FIRST.stream().filter(known::contains).limit(1).toList();
        return Arrays.stream(Metric.values())
                .filter(metric -> known.contains(metric)
                        && (first.contains(metric) || metric == Metric.TPOT || metric == Metric.ITL))
                .toList();
    }
}

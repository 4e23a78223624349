package io.tidemark.simulator.metrics;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.engine.StepResult;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * All that one engine counts about itself. As in vLLM the gauges show the engine after its last step. Thread-safe: the engine's
 * thread writes, the HTTP front reads.
 */
public final class EngineMetrics {
    private static final double NANOS_PER_SECOND = 1e9;

    private final int index;
    private final Map<String, Long> finished = new LinkedHashMap<>();
    private final Map<HistogramMetric, BucketHistogram> histograms = new EnumMap<>(HistogramMetric.class);
    private final KvTransfers transfers;
    private EngineState state;

    EngineMetrics(int index, VllmMetricsVersion names, ServerConfig config, EngineState idle) {
        this.index = index;
        this.state = idle;
        this.transfers = new KvTransfers(config.kvOffload());
        names.finishReasons().forEach(reason -> finished.put(reason, 0L));
        for (HistogramMetric observed : HistogramMetric.values()) {
            histograms.put(observed, observed.histogram(names, config.maxModelLen()));
        }
    }

    public synchronized void stepped(StepResult step, EngineState after) {
        observe(HistogramMetric.ITERATION_TOKENS, (double) step.iterationTokens());
        transfers.stepped(after.offload());
        state = after;
    }

    /** The engine changed without a step: a request came or was aborted. */
    public synchronized void changed(EngineState now) {
        state = now;
    }

    public synchronized void firstToken(long sinceArrivalNanos) {
        observe(HistogramMetric.TIME_TO_FIRST_TOKEN, sinceArrivalNanos / NANOS_PER_SECOND);
    }

    public synchronized void nextToken(long sinceLastNanos) {
        observe(HistogramMetric.INTER_TOKEN_LATENCY, sinceLastNanos / NANOS_PER_SECOND);
    }

    /** One answer is complete. */
    public synchronized void finished(FinishedRequest request) {
        finished.merge(request.finishReason(), 1L, Long::sum);
        observe(HistogramMetric.PROMPT_TOKENS, request.promptTokens());
        observe(HistogramMetric.GENERATION_TOKENS, request.generatedTokens());
        observe(HistogramMetric.PREFILL_COMPUTED_TOKENS, request.promptTokens() - request.cachedTokens());
        if (request.maxTokens() > 0) {
            observe(HistogramMetric.PARAMS_MAX_TOKENS, request.maxTokens());
        }
        observeTimes(request);
    }

    /** All answers to a request are complete: it had asked for {@code n}, the longest of {@code longestTokens}. */
    public synchronized void answered(int n, int longestTokens) {
        observe(HistogramMetric.PARAMS_N, n);
        observe(HistogramMetric.MAX_GENERATION_TOKENS, longestTokens);
    }

    /** A request that ended without its answer: {@code abort} or {@code error}. */
    public synchronized void requestAborted(String reason) {
        finished.merge(reason, 1L, Long::sum);
    }

    public synchronized EngineState state() {
        return state;
    }

    synchronized Map<String, Long> finishedByReason() {
        return new LinkedHashMap<>(finished);
    }

    synchronized BucketHistogram histogram(HistogramMetric observed) {
        return of(observed).copy();
    }

    /** Whether a KV connector is there. */
    boolean offloads() {
        return transfers.enabled();
    }

    /** A figure of the copies in each direction, by its name, in the order of the first ones. */
    synchronized <T> Map<String, T> copies(Function<TransferTotals, T> figure) {
        Map<String, T> figures = new LinkedHashMap<>();
        transfers.byType().forEach((type, copies) -> figures.put(type, figure.apply(copies)));
        return figures;
    }

    int index() {
        return index;
    }

    private void observeTimes(FinishedRequest request) {
        RequestTimes times = request.times();
        double prefillSeconds = seconds(times.scheduledNanos(), times.firstTokenNanos());
        double decodeSeconds = seconds(times.firstTokenNanos(), times.lastTokenNanos());
        int generated = request.generatedTokens();
        observe(HistogramMetric.END_TO_END, seconds(times.arrivedNanos(), times.lastTokenNanos()));
        observe(HistogramMetric.QUEUE, seconds(times.queuedNanos(), times.scheduledNanos()));
        observe(HistogramMetric.INFERENCE, seconds(times.scheduledNanos(), times.lastTokenNanos()));
        observe(HistogramMetric.PREFILL, prefillSeconds);
        observe(HistogramMetric.DECODE, decodeSeconds);
        observe(HistogramMetric.TIME_PER_PREFILL_TOKEN, prefillSeconds / request.promptTokens());
        observe(HistogramMetric.TIME_PER_OUTPUT_TOKEN, generated > 1 ? decodeSeconds / (generated - 1) : 0);
    }

    private void observe(HistogramMetric observed, double value) {
        of(observed).observe(value);
    }

    private BucketHistogram of(HistogramMetric observed) {
        BucketHistogram histogram = histograms.get(observed);
        if (histogram == null) {
            throw new IllegalStateException("no histogram of " + observed);
        }
        return histogram;
    }

    private static double seconds(long fromNanos, long toNanos) {
        return (toNanos - fromNanos) / NANOS_PER_SECOND;
    }
}

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
    private final Map<Observed, Histogram> histograms = new EnumMap<>(Observed.class);
    private final Transfers transfers;
    private EngineState state;

    EngineMetrics(int index, MetricsNames names, ServerConfig config, EngineState idle) {
        this.index = index;
        this.state = idle;
        this.transfers = new Transfers(config.kvOffload());
        names.finishReasons().forEach(reason -> finished.put(reason, 0L));
        for (Observed observed : Observed.values()) {
            histograms.put(observed, observed.histogram(names, config.maxModelLen()));
        }
    }

    public synchronized void stepped(StepResult step, EngineState after) {
        observe(Observed.ITERATION_TOKENS, (double) step.iterationTokens());
        transfers.stepped(after.offload());
        state = after;
    }

    /** The engine changed without a step: a request came or was aborted. */
    public synchronized void changed(EngineState now) {
        state = now;
    }

    public synchronized void firstToken(long sinceArrivalNanos) {
        observe(Observed.TIME_TO_FIRST_TOKEN, sinceArrivalNanos / NANOS_PER_SECOND);
    }

    public synchronized void nextToken(long sinceLastNanos) {
        observe(Observed.INTER_TOKEN_LATENCY, sinceLastNanos / NANOS_PER_SECOND);
    }

    /** One answer is complete. */
    public synchronized void finished(FinishedRequest request) {
        finished.merge(request.finishReason(), 1L, Long::sum);
        observe(Observed.PROMPT_TOKENS, request.promptTokens());
        observe(Observed.GENERATION_TOKENS, request.generatedTokens());
        observe(Observed.PREFILL_COMPUTED_TOKENS, request.promptTokens() - request.cachedTokens());
        if (request.maxTokens() > 0) {
            observe(Observed.PARAMS_MAX_TOKENS, request.maxTokens());
        }
        observeTimes(request);
    }

    /** All answers to a request are complete: it had asked for {@code n}, the longest of {@code longestTokens}. */
    public synchronized void answered(int n, int longestTokens) {
        observe(Observed.PARAMS_N, n);
        observe(Observed.MAX_GENERATION_TOKENS, longestTokens);
    }

    /** A request that ended without its answer: {@code abort} or {@code error}. */
    public synchronized void brokenOff(String reason) {
        finished.merge(reason, 1L, Long::sum);
    }

    public synchronized EngineState state() {
        return state;
    }

    synchronized Map<String, Long> finishedByReason() {
        return new LinkedHashMap<>(finished);
    }

    synchronized Histogram histogram(Observed observed) {
        return of(observed).copy();
    }

    /** Whether a KV connector is there. */
    boolean offloads() {
        return transfers.on();
    }

    /** A figure of the copies in each direction, by its name, in the order of the first ones. */
    synchronized <T> Map<String, T> copies(Function<Copies, T> figure) {
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
        observe(Observed.END_TO_END, seconds(times.arrivedNanos(), times.lastTokenNanos()));
        observe(Observed.QUEUE, seconds(times.queuedNanos(), times.scheduledNanos()));
        observe(Observed.INFERENCE, seconds(times.scheduledNanos(), times.lastTokenNanos()));
        observe(Observed.PREFILL, prefillSeconds);
        observe(Observed.DECODE, decodeSeconds);
        observe(Observed.TIME_PER_PREFILL_TOKEN, prefillSeconds / request.promptTokens());
        observe(Observed.TIME_PER_OUTPUT_TOKEN, generated > 1 ? decodeSeconds / (generated - 1) : 0);
    }

    private void observe(Observed observed, double value) {
        of(observed).observe(value);
    }

    private Histogram of(Observed observed) {
        Histogram histogram = histograms.get(observed);
        if (histogram == null) {
            throw new IllegalStateException("no histogram of " + observed);
        }
        return histogram;
    }

    private static double seconds(long fromNanos, long toNanos) {
        return (toNanos - fromNanos) / NANOS_PER_SECOND;
    }
}

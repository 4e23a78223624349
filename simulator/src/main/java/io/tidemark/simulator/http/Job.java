package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.metrics.FinishedRequest;
import io.tidemark.simulator.metrics.RequestTimes;

/** A request on its way through the engine, with its marks. After its submission confined to the engine's thread. */
final class Job {
    private final SimRequest request;
    private final Generation generation;
    private final int maxTokens;
    private final long arrivedNanos;
    private final Exchange exchange;
    private long submittedNanos;
    private long firstTokenNanos;
    private long lastTokenNanos;

    Job(SimRequest request, Generation generation, Limits limits, Arrived arrived) {
        this.request = request;
        this.generation = generation;
        this.maxTokens = limits.maxTokens();
        this.arrivedNanos = arrived.nanos();
        this.exchange = arrived.exchange();
    }

    /** When the request arrived and where its answer goes. */
    record Arrived(long nanos, Exchange exchange) {}

    SimRequest request() {
        return request;
    }

    long arrivedNanos() {
        return arrivedNanos;
    }

    Exchange exchange() {
        return exchange;
    }

    /** Whether an injected fault ends the request here. */
    boolean breaks(Progress progress) {
        return generation.breaks(progress);
    }

    void submitted(long nanos) {
        submittedNanos = nanos;
    }

    long lastTokenNanos() {
        return lastTokenNanos;
    }

    void progressed(Progress progress, long nanos) {
        lastTokenNanos = nanos;
        if (progress.first()) {
            firstTokenNanos = nanos;
        }
    }

    FinishedRequest finished(Progress last) {
        // A step may have begun a moment before the request came, when the engine makes up for a late wake-up.
        long scheduledNanos = Math.max(submittedNanos, last.scheduledNanos());
        RequestTimes times =
                new RequestTimes(arrivedNanos, submittedNanos, scheduledNanos, firstTokenNanos, lastTokenNanos);
        return new FinishedRequest(
                generation.answer().finishReason(),
                request.promptTokens(),
                last.cachedTokens(),
                last.generatedTokens(),
                maxTokens,
                times);
    }
}

package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.metrics.FinishedRequest;
import io.tidemark.simulator.metrics.RequestTimes;
import io.tidemark.simulator.text.Answer;

/** A request on its way through the engine, with its marks. After its submission confined to the engine's thread. */
final class Job {
    private final SimRequest request;
    private final Answer answer;
    private final int maxTokens;
    private final long arrivedNanos;
    private final Exchange exchange;
    private long submittedNanos;
    private long firstTokenNanos;
    private long lastTokenNanos;

    Job(SimRequest request, Answer answer, Limits limits, Arrived arrived) {
        this.request = request;
        this.answer = answer;
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
                answer.finishReason(),
                request.promptTokens(),
                last.cachedTokens(),
                last.generatedTokens(),
                maxTokens,
                times);
    }
}

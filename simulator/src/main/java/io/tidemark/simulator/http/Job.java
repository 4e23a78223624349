package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.Progress;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.metrics.FinishedRequest;
import io.tidemark.simulator.metrics.RequestTimes;

/** One answer on its way through the engine, with its marks. After its submission confined to the engine's thread. */
final class Job {
    private final SimRequest request;
    private final Choice choice;
    private final Siblings siblings;
    private final Origin origin;
    private long submittedNanos;
    private long firstTokenNanos;
    private long lastTokenNanos;

    Job(SimRequest request, Choice choice, Siblings siblings, Origin origin) {
        this.request = request;
        this.choice = choice;
        this.siblings = siblings;
        this.origin = origin;
    }

    /** When the request arrived, what it asked for at most (0: it did not say) and where its answer goes. */
    record Origin(long arrivedNanos, int maxTokens, Exchange exchange) {}

    SimRequest request() {
        return request;
    }

    long arrivedNanos() {
        return origin.arrivedNanos();
    }

    Siblings siblings() {
        return siblings;
    }

    /** What a step made of it, ready to be written. */
    Output output(Progress progress, long dueNanos) {
        Exchange exchange = origin.exchange();
        return new Output(exchange, choice.index(), progress, dueNanos, exchange.content(choice.index(), progress));
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
        RequestTimes times = new RequestTimes(
                origin.arrivedNanos(), submittedNanos, scheduledNanos, firstTokenNanos, lastTokenNanos);
        return new FinishedRequest(
                choice.answer().finishReason(),
                request.promptTokens(),
                last.cachedTokens(),
                last.generatedTokens(),
                origin.maxTokens(),
                times);
    }
}

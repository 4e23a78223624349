package io.tidemark.simulator.http.engineloop;

import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.http.response.ChoiceOutput;
import io.tidemark.simulator.http.response.GenerationResponse;
import io.tidemark.simulator.http.response.ResponseChoice;
import io.tidemark.simulator.metrics.FinishedRequest;
import io.tidemark.simulator.metrics.RequestTimes;

/** One answer on its way through the engine, with its marks. After its submission confined to the engine's thread. */
public final class GenerationJob {
    private final EngineRequest request;
    private final ResponseChoice choice;
    private final ChoiceGroup siblings;
    private final Origin origin;
    private long submittedNanos;
    private long firstTokenNanos;
    private long lastTokenNanos;

    GenerationJob(EngineRequest request, ResponseChoice choice, ChoiceGroup siblings, Origin origin) {
        this.request = request;
        this.choice = choice;
        this.siblings = siblings;
        this.origin = origin;
    }

    /** When the request arrived, what it asked for at most (0: it did not say) and where its answer goes. */
    record Origin(long arrivedNanos, int maxTokens, GenerationResponse exchange) {}

    public EngineRequest request() {
        return request;
    }

    public long arrivedNanos() {
        return origin.arrivedNanos();
    }

    ChoiceGroup siblings() {
        return siblings;
    }

    /** What a step made of it, ready to be written. */
    ChoiceOutput output(RequestProgress progress, long dueNanos) {
        GenerationResponse exchange = origin.exchange();
        return new ChoiceOutput(
                exchange, choice.index(), progress, dueNanos, exchange.encode(choice.index(), progress));
    }

    void submitted(long nanos) {
        submittedNanos = nanos;
    }

    long lastTokenNanos() {
        return lastTokenNanos;
    }

    void progressed(RequestProgress progress, long nanos) {
        lastTokenNanos = nanos;
        if (progress.first()) {
            firstTokenNanos = nanos;
        }
    }

    FinishedRequest finished(RequestProgress last) {
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

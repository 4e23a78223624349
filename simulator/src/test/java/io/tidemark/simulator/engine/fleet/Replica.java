package io.tidemark.simulator.engine.fleet;

import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.StepResult;
import org.jspecify.annotations.Nullable;

/** One engine of a fleet, the step that it is in, and what the router knows of it. Confined to the fleet. */
final class Replica {
    private final Engine engine;
    private final InFlightRequests inFlight = new InFlightRequests();
    private long readyNanos;
    private @Nullable StepResult stepInProgress;

    Replica(Engine engine) {
        this.engine = engine;
    }

    Engine engine() {
        return engine;
    }

    boolean hasWork() {
        return stepInProgress != null || engine.hasWork();
    }

    ReplicaLoad load(EngineRequest request) {
        return inFlight.load(missingTokens(request));
    }

    private int missingTokens(EngineRequest request) {
        return request.promptTokens() - engine.cachedTokens(request);
    }

    void submit(EngineRequest request, long nowNanos) {
        int missing = missingTokens(request);
        if (!hasWork()) {
            readyNanos = Math.max(readyNanos, nowNanos);
        }
        engine.submit(request);
        inFlight.add(request, missing);
    }

    boolean abort(String id) {
        boolean wasHere = inFlight.remove(id);
        return engine.abort(id) || wasHere;
    }

    /** Starts a step if there is work and its time comes before {@code beforeNanos}; gives the one under way. */
    @Nullable
    StepResult stepInProgress(long beforeNanos) {
        if (stepInProgress == null && engine.hasWork() && readyNanos < beforeNanos) {
            stepInProgress = engine.step(readyNanos);
        }
        return stepInProgress;
    }

    /** Ends the step under way; requests that were aborted meanwhile are no longer in it. */
    StepResult end(StepResult step) {
        stepInProgress = null;
        readyNanos = step.endNanos();
        StepResult seen = step.withProgress(step.progress().stream()
                .filter(it -> inFlight.contains(it.id()))
                .toList());
        seen.progress().forEach(inFlight::update);
        return seen;
    }
}

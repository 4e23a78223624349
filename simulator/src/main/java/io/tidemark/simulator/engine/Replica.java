package io.tidemark.simulator.engine;

import org.jspecify.annotations.Nullable;

/** One engine of a fleet, the step that it is in, and what the router knows of it. Confined to the fleet. */
final class Replica {
    private final Engine engine;
    private final Flights flights = new Flights();
    private long readyNanos;
    private @Nullable StepResult underWay;

    Replica(Engine engine) {
        this.engine = engine;
    }

    Engine engine() {
        return engine;
    }

    boolean hasWork() {
        return underWay != null || engine.hasWork();
    }

    ReplicaLoad load(SimRequest request) {
        return flights.load(missingTokens(request));
    }

    private int missingTokens(SimRequest request) {
        return request.promptTokens() - engine.cachedTokens(request);
    }

    void submit(SimRequest request, long nowNanos) {
        int missing = missingTokens(request);
        if (!hasWork()) {
            readyNanos = Math.max(readyNanos, nowNanos);
        }
        engine.submit(request);
        flights.sent(request, missing);
    }

    boolean abort(String id) {
        boolean wasHere = flights.left(id);
        return engine.abort(id) || wasHere;
    }

    /** Starts a step if there is work and its time comes before {@code beforeNanos}; gives the one under way. */
    @Nullable
    StepResult underWay(long beforeNanos) {
        if (underWay == null && engine.hasWork() && readyNanos < beforeNanos) {
            underWay = engine.step(readyNanos);
        }
        return underWay;
    }

    /** Ends the step under way; requests that were aborted meanwhile are no longer in it. */
    StepResult end(StepResult step) {
        underWay = null;
        readyNanos = step.endNanos();
        StepResult seen = step.withProgress(
                step.progress().stream().filter(it -> flights.contains(it.id())).toList());
        seen.progress().forEach(flights::progressed);
        return seen;
    }
}

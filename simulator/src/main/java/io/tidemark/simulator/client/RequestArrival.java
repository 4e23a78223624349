package io.tidemark.simulator.client;

import io.tidemark.simulator.engine.EngineRequest;

/** A request and when it reaches the server, in nanoseconds from the run's start. */
public record RequestArrival(long atNanos, EngineRequest request) {
    public RequestArrival {
        if (atNanos < 0) {
            throw new IllegalArgumentException("request " + request.id() + ": atNanos must be >= 0 but was " + atNanos);
        }
    }
}

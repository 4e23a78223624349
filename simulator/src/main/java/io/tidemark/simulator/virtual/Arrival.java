package io.tidemark.simulator.virtual;

import io.tidemark.simulator.engine.SimRequest;

/** A request and when it reaches the server, in nanoseconds from the run's start. */
public record Arrival(long atNanos, SimRequest request) {
    public Arrival {
        if (atNanos < 0) {
            throw new IllegalArgumentException("request " + request.id() + ": atNanos must be >= 0 but was " + atNanos);
        }
    }
}

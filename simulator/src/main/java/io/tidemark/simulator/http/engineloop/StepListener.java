package io.tidemark.simulator.http.engineloop;

import io.tidemark.simulator.engine.StepResult;

/** Is notified of every step of an engine when it begins. Called on the engine's thread. */
@FunctionalInterface
public interface StepListener {
    void stepStarted(StepResult step, long endNanos);
}

package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.StepResult;

/** Is told of every step of an engine when it begins. Called on the engine's thread. */
@FunctionalInterface
interface StepWatch {
    void began(StepResult step, long endNanos);
}

package io.tidemark.streams.steps;

import io.tidemark.events.StepResult;

/** Where results of steps and segments go. */
@FunctionalInterface
public interface StepOutput {
    void step(StepResult result);
}

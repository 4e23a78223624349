package io.tidemark.simulator.engine.fleet;

import io.tidemark.simulator.engine.StepResult;

/** A step that has ended, and the index of the replica that made it. */
public record ReplicaStep(int replica, StepResult step) {}

package io.tidemark.sinks.store.read;

import io.tidemark.sinks.store.read.run.RunKey;

/** Which result of a step: as one class of its requests saw one target. */
public record ResultKey(RunKey run, int step, String target, String requestClass) {}

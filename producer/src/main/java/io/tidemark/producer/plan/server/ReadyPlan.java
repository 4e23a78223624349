package io.tidemark.producer.plan.server;

import java.time.Duration;
import java.util.Optional;

/**
 * When a server counts as ready: all that is given here holds.
 *
 * @param path beside the API of the target
 * @param status HTTP status that it answers with
 * @param timeout how long it may take from its start; a process that ends before fails at once
 * @param logLine regular expression that a line of its output must hold; empty if none is waited for
 */
public record ReadyPlan(String path, int status, Duration timeout, Optional<String> logLine) {
    public static final ReadyPlan DEFAULT = new ReadyPlan("/health", 200, Duration.ofMinutes(30), Optional.empty());
}

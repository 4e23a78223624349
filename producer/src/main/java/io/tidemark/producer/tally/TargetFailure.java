package io.tidemark.producer.tally;

/**
 * What a run's end says of a target that could not be used.
 *
 * @param description in one line: that no request succeeded, that it refused all of them, or that it stopped answering
 * @param stoppedTheRun whether the run ended before its plan because of it
 */
public record TargetFailure(String description, boolean stoppedTheRun) {}

package io.tidemark.analysis.difference;

import java.time.Instant;
import java.util.Optional;

/** One run's value on the scale of the comparison, with its own variance there. */
public record ScaledRun(
        String run, Optional<Instant> startedAt, double value, double ownVariance, boolean hasOwnError) {}

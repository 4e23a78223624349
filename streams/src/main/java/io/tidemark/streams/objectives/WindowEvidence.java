package io.tidemark.streams.objectives;

import java.util.Optional;

/** What the window that ended at a second showed; {@code burn} if a burn-rate rule looked at it. */
public record WindowEvidence(long second, ObjectiveValue value, EvidenceCounts counted, Optional<BurnRate> burn) {}

package io.tidemark.streams.slo;

import java.util.Optional;

/** What the window that ended at a second showed; {@code burn} if a burn-rate rule looked at it. */
public record Moment(long second, Figure value, Counted counted, Optional<Burn> burn) {}

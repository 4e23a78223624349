package io.tidemark.streams.lanes;

import io.tidemark.events.Finality;

/** Up to which second a run's windows can be settled, and how far they can be relied on. */
public record RunWatermark(long throughSecond, Finality finality) {}

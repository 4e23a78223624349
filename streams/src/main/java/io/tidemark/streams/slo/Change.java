package io.tidemark.streams.slo;

import io.tidemark.events.BreachState;

/** Something to tell of a breach. */
public record Change(BreachState state, Breach breach) {}

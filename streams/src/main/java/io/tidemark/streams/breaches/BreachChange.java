package io.tidemark.streams.breaches;

import io.tidemark.events.BreachState;

/** Something to tell of a breach. */
public record BreachChange(BreachState state, Breach breach) {}

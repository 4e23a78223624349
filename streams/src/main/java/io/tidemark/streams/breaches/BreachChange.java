package io.tidemark.streams.breaches;

import io.tidemark.events.BreachState;

/** A change of a breach to publish. */
public record BreachChange(BreachState state, Breach breach) {}

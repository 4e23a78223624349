package io.tidemark.streams.breaches;

import io.tidemark.events.BreachState;

/**
 * A change of a breach to publish.
 *
 * @param confirmed whether settled seconds have shown the breach
 */
public record BreachChange(BreachState state, Breach breach, boolean confirmed) {}

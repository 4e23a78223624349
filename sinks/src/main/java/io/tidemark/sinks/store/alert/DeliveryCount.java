package io.tidemark.sinks.store.alert;

/** How many deliveries of a team a receiver has in a state. */
public record DeliveryCount(String receiver, DeliveryState state, long count) {}

package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;

/** A record that the sink could not decode, by its origin. */
public record DeadLetterRow(Team team, String topic, int partition, long offset, String reason) {}

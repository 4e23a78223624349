package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;

/** A record of which no row could be made, by its origin; {@code code} is UNKNOWN of letters of before there were any. */
public record DeadLetterRow(Team team, String topic, int partition, long offset, String code, String reason) {}

package io.tidemark.sinks.store;

import io.tidemark.schemas.Team;

/** A partition that rows come from. {@code topic} is the stream's name in the team, e.g. {@code windows}. */
public record SourcePartition(Team team, String topic, int partition) {}

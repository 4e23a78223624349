package io.tidemark.sinks.store.read.run;

import io.tidemark.schemas.Team;

/** A run of a team. */
public record RunKey(Team team, String run) {}

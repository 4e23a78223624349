package io.tidemark.sinks.store.read;

import io.tidemark.schemas.Team;
import java.time.Instant;

/** Which scrapes: of one target of a team, begun from {@code from} (inclusive) until {@code until} (exclusive). Samples carry no run: a target is scraped whether or not one is on. */
public record ServerQuery(Team team, String target, Instant from, Instant until) {}

package io.tidemark.sinks.store.read;

import java.time.Instant;

/**
 * A run that ended without saying so: its process was killed, or cut off.
 *
 * @param lastHeard when the broker took its last record
 * @param at when it was held for lost
 */
public record LostRun(Instant lastHeard, Instant at, String reason) {}

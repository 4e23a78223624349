package io.tidemark.sinks.store.read.run;

import java.time.Instant;

/**
 * A run that ended without saying so: its process was killed, or cut off.
 *
 * @param lastHeard when the broker took its last record
 * @param at when it was held for lost
 */
public record LostRunRow(Instant lastHeard, Instant at, String reason) {}

package io.tidemark.sinks.store.read;

import java.time.Instant;
import java.util.Optional;

/**
 * A part of a list of runs, newest first.
 *
 * @param after where the part before ended; empty for the first
 * @param limit most runs of it
 */
public record RunPage(Optional<Place> after, int limit) {
    public RunPage {
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1 but was " + limit);
        }
    }

    /** The place of a run in the list ({@link io.tidemark.sinks.store.read.run.RunRow#NEWEST_FIRST}). */
    public record Place(Instant started, String run) {}
}

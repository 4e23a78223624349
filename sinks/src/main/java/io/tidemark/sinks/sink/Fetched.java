package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.DeadLetter;
import io.tidemark.sinks.store.Change;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What one fetch brings: changes for the store, letters for the dead, and deletions, which are only counted. */
record Fetched(List<Change> changes, List<Letter> deadLetters, long tombstones) {
    /** A record that could not be decoded, as it came. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are passed on, never compared
    record Letter(Team team, DeadLetter why, byte @Nullable [] value) {}

    long stored() {
        return changes.size() - (long) deadLetters.size();
    }
}

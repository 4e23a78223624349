package io.tidemark.sinks.store;

import io.tidemark.schemas.Team;
import java.time.Instant;
import org.apache.avro.specific.SpecificRecord;

/** What one record of a topic does to the store. {@code appended} is when the broker took the record: retention counts from it. */
public sealed interface Change {
    Team team();

    Instant appended();

    /** Brings in an event: a run, step, objective, request, window, breach, step result, sample or regression. */
    record Stored(Team team, Instant appended, SpecificRecord event) implements Change {}

    /** Notes a record that could not be decoded. */
    record Undecodable(SourcePartition origin, String topicId, long offset, Instant appended, String reason)
            implements Change {
        @Override
        public Team team() {
            return origin.team();
        }
    }
}

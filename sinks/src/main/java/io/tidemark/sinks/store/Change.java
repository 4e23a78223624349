package io.tidemark.sinks.store;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.DeadLetterCode;
import io.tidemark.sinks.store.read.ImportRow;
import io.tidemark.sinks.store.read.QualityRow;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** What one record of a topic does to the store. {@code appended} is when the broker took the record: retention counts from it. */
public sealed interface Change {
    Team team();

    Instant appended();

    /** Brings in an event: a run, step, objective, request, window, breach, step result, sample or regression. */
    record Stored(Team team, Instant appended, SpecificRecord event) implements Change {}

    /**
     * Brings in a run that another tool measured; its steps and results are {@link Stored}. Storing it again is storing it once.
     *
     * @param run its state; a later import of the same run replaces it
     */
    record Imported(Team team, Instant appended, RunState run, ImportRow mark, List<QualityRow> quality)
            implements Change {
        public Imported {
            quality = List.copyOf(quality);
        }
    }

    /** Brings in a request of which nobody knows when it was due: {@code due} is when it was sent, and nothing that counts from due is made of it. */
    record WithoutDue(Team team, Instant appended, RequestEvent request) implements Change {}

    /** Notes a record of which no row can be made: it could not be decoded, or the database refused it for what it holds. */
    record PutAside(
            SourcePartition origin, String topicId, long offset, Instant appended, DeadLetterCode code, String reason)
            implements Change {
        @Override
        public Team team() {
            return origin.team();
        }
    }
}

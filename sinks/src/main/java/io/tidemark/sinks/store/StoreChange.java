package io.tidemark.sinks.store;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import java.time.Instant;
import java.util.List;
import org.apache.avro.specific.SpecificRecord;

/** What one record of a topic does to the store. {@code appended} is when the broker took the record: retention counts from it. */
public sealed interface StoreChange {
    Team team();

    Instant appended();

    /** Brings in an event: a run, step, objective, request, window, breach, step result, sample, regression or change of settings. */
    record StoredEvent(Team team, Instant appended, SpecificRecord event) implements StoreChange {}

    /**
     * Brings in a run that another tool measured; its steps and results are {@link Stored}. Storing it again is storing it once.
     *
     * @param run its state; a later import of the same run replaces it
     */
    record ImportedRun(Team team, Instant appended, RunState run, ImportRow mark, List<QualityRow> quality)
            implements StoreChange {
        public ImportedRun {
            quality = List.copyOf(quality);
        }
    }

    /** Brings in a request whose due time is unknown: {@code due} is when it was sent, and nothing that counts from due is made of it. */
    record RequestWithoutDue(Team team, Instant appended, RequestEvent request) implements StoreChange {}

    /** Notes a record of which no row can be made: it could not be decoded, or the database refused it for what it holds. */
    record DeadLettered(
            SourcePartition origin, String topicId, long offset, Instant appended, DeadLetterCode code, String reason)
            implements StoreChange {
        @Override
        public Team team() {
            return origin.team();
        }
    }
}

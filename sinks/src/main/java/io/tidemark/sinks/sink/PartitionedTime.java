package io.tidemark.sinks.sink;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.deadletter.RecordRejection;
import java.time.Duration;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.specific.SpecificRecord;

/**
 * The time that a store partitions the rows of a record by: that of its run's id, or of its scrape. Partitions are of all teams, so a record of
 * a coming day is set aside. The streams, which read the input topics too, refuse at least the same ones.
 */
final class PartitionedTime {
    private PartitionedTime() {}

    /** @throws AheadException if the time is further ahead of the broker's append time than {@link Ulid#AHEAD} */
    static void requireNotAhead(SpecificRecord event, long appendedMillis) {
        problem(event, appendedMillis).ifPresent(problem -> {
            throw new AheadException(problem);
        });
    }

    private static Optional<String> problem(SpecificRecord event, long appendedMillis) {
        if (event instanceof ServerSample sample) {
            long aheadMillis = sample.getScrapeStart().toEpochMilli() - appendedMillis;
            return aheadMillis > Ulid.AHEAD.toMillis()
                    ? Optional.of("scrapeStart must be at most " + Ulid.AHEAD + " ahead but was "
                            + Duration.ofMillis(aheadMillis) + " ahead")
                    : Optional.empty();
        }
        Object named = event instanceof ControlEvent control ? control.getState() : event;
        if (!(named instanceof SpecificRecord record)) {
            return Optional.empty();
        }
        Schema.Field run = record.getSchema().getField("run");
        return run == null ? Optional.empty() : Ulid.problem(String.valueOf(record.get(run.pos())), appendedMillis);
    }

    static final class AheadException extends RuntimeException implements RecordRejection {
        private static final long serialVersionUID = 1L;

        AheadException(String problem) {
            super(problem);
        }

        @Override
        public DeadLetterCode code() {
            return DeadLetterCode.IMPLAUSIBLE;
        }

        @Override
        public String rule() {
            return String.valueOf(getMessage());
        }
    }
}

package io.tidemark.app.delivery;

import io.tidemark.app.process.OperationContext;
import io.tidemark.producer.publish.SpoolReplayer;
import io.tidemark.producer.publish.spool.SpooledRecords;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.sink.RecordStorer;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.streams.replay.TopologyReplay;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Counts the spooled events of a run as the streams do, and stores them with their results. */
final class RunReplay {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** After the end of a run its last results wait for the server's samples, 5 s at most. */
    private static final int QUIET_SECONDS = 8;

    /** Records that never come are waited for, 30 s after the last one. */
    private static final int QUIET_SECONDS_WITHOUT_END = 45;

    private static final int LONGEST_SECONDS = 300;

    private final OperationContext context;
    private final SpooledRun spooled;
    private final Team team;

    RunReplay(OperationContext context, SpooledRun spooled) {
        this.context = context;
        this.spooled = spooled;
        this.team = spooled.run().team();
    }

    /**
     * Stores them, and deletes them once all is stored: a second try stores the same again.
     *
     * @throws UnavailableException if they cannot be read
     */
    void into(ResultStore store) {
        try {
            if (Files.isDirectory(spooled.folder())) {
                storeEvents(store);
            }
            spooled.delete();
        } catch (IOException e) {
            throw new UnavailableException(
                    "the events of run " + spooled.run().run() + " in " + spooled.folder()
                            + " cannot be read and stay there: " + e.getMessage(),
                    e);
        }
    }

    private void storeEvents(ResultStore store) throws IOException {
        SchemaRegistry registry = SchemaRegistry.inProcess(team);
        requireOwnSchemas(registry);
        try (SpooledRecords records = SpooledRecords.open(spooled.folder())) {
            Optional<List<ProducerRecord<String, byte[]>>> batch = records.read();
            if (batch.isPresent()) {
                Storing storing = new Storing(store, registry, batch.get().get(0));
                try (TopologyReplay replay = storing.replay()) {
                    while (batch.isPresent()) {
                        batch.get().forEach(replay::accept);
                        storing.store();
                        batch = records.read();
                    }
                    storing.settle();
                }
                storing.conclude();
            }
            if (records.unreadableBytes() > 0) {
                context.progress()
                        .warn(records.unreadableBytes() + " bytes of the events of run "
                                + spooled.run().run()
                                + " could not be read back: its process ended while it wrote them");
            }
            records.delete();
        }
    }

    private void requireOwnSchemas(SchemaRegistry registry) throws IOException {
        List<Integer> others =
                registry.differingIds(SpoolReplayer.readOrigin(spooled.folder()).schemas());
        if (!others.isEmpty()) {
            throw new UnavailableException("the events of run " + spooled.run().run() + " in " + spooled.folder()
                    + " were written by another version of tidemark; use that one to store them");
        }
    }

    /** The records of a run on their way through the topology into the store. */
    private final class Storing {
        private final ResultStore store;
        private final RecordStorer storer;
        private final TopologyReplay replay;
        private long deadLetters;
        private String firstReason = "";

        Storing(ResultStore store, SchemaRegistry registry, ProducerRecord<String, byte[]> first) {
            this.store = store;
            this.storer = new RecordStorer(store, registry, team, spooled.run().run());
            this.replay = new TopologyReplay(team, registry, Instant.ofEpochMilli(first.timestamp()));
        }

        TopologyReplay replay() {
            return replay;
        }

        /** @return whether there was anything to store */
        boolean store() {
            List<ConsumerRecord<byte[], byte[]>> records = replay.takeRecords();
            records.stream()
                    .filter(record -> record.topic().equals(Topic.DEAD_LETTERS.in(team)))
                    .forEach(letter -> note(DeadLetter.reason(letter.headers())));
            if (!records.isEmpty()) {
                deadLetters += storer.store(records);
            }
            return !records.isEmpty();
        }

        private void note(String reason) {
            if (firstReason.isEmpty()) {
                firstReason = reason;
            }
            deadLetters++;
        }

        /** Lets time pass until nothing more comes of what was read. */
        void settle() {
            int longest = hasEnded() ? QUIET_SECONDS : QUIET_SECONDS_WITHOUT_END;
            int quiet = 0;
            for (int second = 0; quiet < longest && second < LONGEST_SECONDS; second++) {
                replay.advance(SECOND);
                quiet = store() ? 0 : quiet + 1;
            }
        }

        private boolean hasEnded() {
            try (ResultReader reader = store.reader()) {
                return reader.run(spooled.run()).flatMap(run -> run.ended()).isPresent();
            }
        }

        /** A run that does not say how it ended was killed. */
        void conclude() {
            store.runningRuns(team).stream()
                    .filter(running -> running.run().equals(spooled.run()))
                    .forEach(running -> store.markLost(
                            running,
                            replay.now(),
                            "its process was killed: nothing of it came after " + running.lastHeard()));
            if (deadLetters > 0) {
                context.progress()
                        .warn(deadLetters + " events of run " + spooled.run().run()
                                + " are dead letters and in no result"
                                + (firstReason.isEmpty() ? "" : ": " + firstReason));
            }
        }
    }
}

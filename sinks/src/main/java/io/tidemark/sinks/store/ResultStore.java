package io.tidemark.sinks.store;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunKey;
import java.time.Instant;
import java.util.Map;

/**
 * Where results are kept. Writing is for one thread of one sink; reading is for anyone, at any time, in any process.
 *
 * <p>Rows are upserted by their natural keys, so storing a record twice is storing it once. A FINAL window or step result is
 * never replaced by one that is not; of two that are as final, a window's higher revision and a result's later record hold.
 */
public interface ResultStore extends AutoCloseable {
    /**
     * Stores all of a batch in one transaction, or nothing.
     *
     * @throws OffsetConflictException if the offsets have moved
     * @throws RefusedException if the database will never take some of the changes
     */
    void write(WriteBatch batch);

    /** How far each partition has been stored. */
    Map<SourcePartition, SourceOffset> offsets();

    /** Takes out what is past its retention at {@code now}, and thins windows. Doing it twice is doing it once. */
    Maintained maintain(Retention retention, Instant now);

    /** Takes a run's rows out; a run that is not there has none. What is still to come of it from Kafka is stored again. */
    Pruned prune(RunKey run, PruneScope scope);

    /** Gives an experiment a retention of its own, which every sink of this store applies from then on. */
    void keep(ExperimentRetention kept);

    /** Takes an experiment's own retention away. */
    void keepAsOthers(Team team, String experiment);

    /** A reader of its own; whoever asks closes it. */
    ResultReader reader();

    @Override
    void close();
}

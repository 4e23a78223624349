package io.tidemark.sinks.store;

import io.tidemark.sinks.store.read.ResultReader;
import java.time.Instant;
import java.util.Map;

/**
 * Where results are kept. Writing is for one thread of one sink; reading is for anyone, at any time, in any process.
 *
 * <p>Rows are upserted by their natural keys, so storing a record twice is storing it once. A FINAL window or step result is
 * never replaced by one that is not; of two that are as final, a window's higher revision and a result's later record hold.
 */
public interface ResultStore extends AutoCloseable {
    /** Stores all of a batch in one transaction, or nothing. @throws OffsetConflictException if the offsets have moved */
    void write(WriteBatch batch);

    /** How far each partition has been stored. */
    Map<SourcePartition, SourceOffset> offsets();

    /** Takes out what is past its retention at {@code now}, and thins windows. Doing it twice is doing it once. */
    Maintained maintain(Retention retention, Instant now);

    /** A reader of its own; whoever asks closes it. */
    ResultReader reader();

    @Override
    void close();
}

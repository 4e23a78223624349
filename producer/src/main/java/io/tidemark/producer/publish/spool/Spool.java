package io.tidemark.producer.publish.spool;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Records beyond what memory holds, first in, first out. Not thread-safe. */
public interface Spool {
    /** Takes a record, or not: {@link #rejectionReason} says why. */
    boolean append(ProducerRecord<String, byte[]> event);

    /** Why the last one was not taken. */
    String rejectionReason();

    /** Events in it. */
    long events();

    default boolean isEmpty() {
        return events() == 0;
    }

    /** Some of the oldest, no longer in it; empty only when it is. */
    List<ProducerRecord<String, byte[]>> read();

    /** Whether what is left at the end can be published by a later process. */
    boolean isPersistent();

    /** Puts records before all others, whatever its size, for a later process. */
    boolean prepend(List<ProducerRecord<String, byte[]>> oldest);

    /** Forgets those events in it that it has not written down, because it could not; how many. */
    long discardUnwritten();

    /** Bytes that were in it and could not be read back: torn by a kill, or damaged. */
    long unreadableBytes();

    /** Events that were in it and could not be read back, as far as they were counted. */
    long unreadableEvents();

    void close();
}

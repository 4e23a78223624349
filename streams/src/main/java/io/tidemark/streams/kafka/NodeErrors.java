package io.tidemark.streams.kafka;

import org.apache.kafka.streams.errors.internals.FailedProcessingException;

/** What Kafka Streams makes of an error that a node throws to which a record is forwarded. Stateless. */
public final class NodeErrors {
    private NodeErrors() {}

    /** Whether an error only names the node in which its cause was thrown. */
    public static boolean isWrapper(Throwable error) {
        return error instanceof FailedProcessingException;
    }
}

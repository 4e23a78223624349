package io.tidemark.streams.processor;

import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaNotRegisteredException;
import io.tidemark.streams.kafka.NodeErrors;
import io.tidemark.streams.wire.WireFormatException;
import java.util.Optional;
import org.apache.kafka.common.KafkaException;

/**
 * Keeps what one record or one run makes the program throw from ending the team's application: it would read the same record again, and
 * fail again, for ever.
 */
public final class Containment {
    private Containment() {}

    /**
     * Does a piece of work; returns what it threw. What is thrown because Kafka, the registry or a host of another version is in the way
     * goes on: the same work succeeds later. All that Kafka itself throws goes on, whatever the reason: it may be of an earlier record, and the
     * transaction is lost in any case.
     */
    public static Optional<Throwable> run(Runnable work) {
        try {
            work.run();
            return Optional.empty();
        } catch (RuntimeException | StackOverflowError | LinkageError | AssertionError e) {
            if (isOfEnvironment(e)) {
                throw e;
            }
            return Optional.of(e);
        }
    }

    private static boolean isOfEnvironment(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if ((cause instanceof KafkaException && !NodeErrors.isWrapper(cause))
                    || cause instanceof RegistryUnavailableException
                    || cause instanceof SchemaNotRegisteredException
                    || (cause instanceof WireFormatException bytes && bytes.isOfAnotherVersion())) {
                return true;
            }
        }
        return false;
    }
}

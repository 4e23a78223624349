package io.tidemark.schemas.kafka;

import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaFuture;

/** What a cluster answers to an administrator. */
public final class AdminResults {
    private AdminResults() {}

    /**
     * Waits for an answer, as long as the client does.
     *
     * @param what was asked for, for the error: "create topic x"
     * @throws TopicBootstrapException if it is no, or none
     */
    public static <T> T await(KafkaFuture<T> future, String what) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new TopicBootstrapException("could not " + what + ": " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopicBootstrapException("interrupted: could not " + what, e);
        }
    }
}

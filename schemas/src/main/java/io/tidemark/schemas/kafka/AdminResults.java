package io.tidemark.schemas.kafka;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.KafkaFuture;

/** What a cluster answers to an administrator. */
public final class AdminResults {
    /** The client gives up sooner. */
    private static final Duration FOR_EVER = Duration.ofDays(1);

    private AdminResults() {}

    /** Waits for an answer, as long as the client does: see {@link #await(KafkaFuture, String, Duration)}. */
    public static <T> T await(KafkaFuture<T> future, String what) {
        return await(future, what, FOR_EVER);
    }

    /**
     * Waits for an answer.
     *
     * @param what was asked for, for the error: "create topic x"
     * @throws TopicBootstrapException if it is no, or none
     */
    public static <T> T await(KafkaFuture<T> future, String what, Duration within) {
        try {
            return future.get(within.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw new TopicBootstrapException(
                    "could not " + what + ": no answer within " + within.toSeconds() + " s", e);
        } catch (ExecutionException e) {
            throw new TopicBootstrapException("could not " + what + ": " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TopicBootstrapException("interrupted: could not " + what, e);
        }
    }
}

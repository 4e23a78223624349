package io.tidemark.streams.processor;

import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Decodes with a little patience: a registry that does not answer is asked again a few times, then the error goes up and the
 * stream thread is replaced. An outage is never a dead letter.
 */
public final class RetryingDecoder<T> {
    private static final int TRIES = 3;
    private static final long PAUSE_NANOS = Duration.ofMillis(200).toNanos();

    private final Source<T> decoder;

    /** What decodes, or says why it cannot. */
    @FunctionalInterface
    public interface Source<T> {
        T decode(RecordPosition position, byte @Nullable [] bytes);
    }

    public RetryingDecoder(Source<T> decoder) {
        this.decoder = decoder;
    }

    /**
     * @throws io.tidemark.schemas.serde.EventDecodeException if these bytes are no event and never will be
     * @throws RegistryUnavailableException if the registry stays away
     */
    public T decode(RecordPosition position, byte @Nullable [] bytes) {
        for (int failures = 1; ; failures++) {
            try {
                return decoder.decode(position, bytes);
            } catch (RegistryUnavailableException e) {
                if (failures == TRIES) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}

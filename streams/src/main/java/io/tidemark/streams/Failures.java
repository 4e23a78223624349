package io.tidemark.streams;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens when a stream thread dies: it is replaced after a pause that grows while failures go on. Lost topics end the
 * application; the host starts it again when they are back. Thread-safe.
 */
final class Failures implements StreamsUncaughtExceptionHandler {
    /** Without a failure for so long, the application counts as well. */
    static final Duration WELL_AFTER = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(Failures.class);

    private record Last(Instant at, String reason) {}

    private final String application;
    private final InstantSource clock;
    private long total;
    private long inARow;
    private Optional<Last> last = Optional.empty();

    Failures(String application, InstantSource clock) {
        this.application = application;
        this.clock = clock;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable error) {
        Throwable root = root(error);
        Duration pause = record(root);
        if (isMissingTopic(error)) {
            LOG.warn("{}: a topic is gone: {}", application, root.getMessage());
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        LOG.warn("{}: a stream thread failed and is replaced in {}: {}", application, pause, root.toString(), error);
        LockSupport.parkNanos(pause.toNanos());
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    synchronized long total() {
        return total;
    }

    /** Why it is not well, if it is not. */
    synchronized Optional<String> recent() {
        return last.filter(failure -> clock.instant().isBefore(failure.at.plus(WELL_AFTER)))
                .map(Last::reason);
    }

    private synchronized Duration record(Throwable root) {
        inARow = recent().isPresent() ? inARow + 1 : 1;
        total++;
        Duration pause = Backoff.DEFAULT.after(inARow);
        last = Optional.of(new Last(clock.instant().plus(pause), root.toString()));
        return pause;
    }

    private static boolean isMissingTopic(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof MissingSourceTopicException) {
                return true;
            }
        }
        return false;
    }

    private static Throwable root(Throwable error) {
        Throwable root = error;
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            root = cause;
        }
        return root;
    }
}

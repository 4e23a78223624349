package io.tidemark.streams.host;

import io.tidemark.streams.meter.TeamMeters;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What happens when a stream thread dies. Of an outage, it is replaced after a pause that grows while failures go on. Of anything
 * else the application ends, and the host starts it again after a pause: half an application must not look like a whole one.
 * Thread-safe.
 */
final class StreamsExceptionHandler implements StreamsUncaughtExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(StreamsExceptionHandler.class);

    private record Last(Instant at, String reason) {}

    private final String application;
    private final InstantSource clock;
    private final RestartPolicy patience;
    private final TeamMeters meters;
    private final CountDownLatch closing = new CountDownLatch(1);
    private long total;
    private long consecutive;
    private Optional<Last> last = Optional.empty();
    private Optional<String> end = Optional.empty();

    StreamsExceptionHandler(String application, InstantSource clock, RestartPolicy patience, TeamMeters meters) {
        this.application = application;
        this.clock = clock;
        this.patience = patience;
        this.meters = meters;
    }

    @Override
    public StreamThreadExceptionResponse handle(Throwable error) {
        Throwable root = RecoverableErrors.root(error);
        if (RecoverableErrors.isMissingTopic(error)) {
            LOG.warn("{}: a topic is gone: {}", application, root.getMessage());
            return ended(root);
        }
        if (!RecoverableErrors.isOutage(error)) {
            meters.defect();
            LOG.error("{}: a stream thread failed and the application ends: {}", application, root.toString(), error);
            return ended(root);
        }
        meters.outage();
        Duration pause = record(root);
        LOG.warn("{}: a stream thread failed and is replaced in {}: {}", application, pause, root.toString());
        LOG.debug("{}", application, error);
        return pause(pause)
                ? StreamThreadExceptionResponse.SHUTDOWN_CLIENT
                : StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /** Threads that wait to be replaced wait no longer. */
    void close() {
        closing.countDown();
    }

    synchronized long total() {
        return total;
    }

    /** Why it is not well, if it is not. */
    synchronized Optional<String> recentFailure() {
        return last.filter(failure -> clock.instant().isBefore(failure.at.plus(patience.healthyAfter())))
                .map(Last::reason);
    }

    /** What ended the application, if an error did. */
    synchronized Optional<String> end() {
        return end;
    }

    /** The report on records that the program failed on, and that did not end it; empty if there are none. */
    Optional<String> defectLetters() {
        return meters.defectLetters();
    }

    private synchronized StreamThreadExceptionResponse ended(Throwable root) {
        total++;
        end = end.or(() -> Optional.of(root.toString()));
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    private synchronized Duration record(Throwable root) {
        consecutive = recentFailure().isPresent() ? consecutive + 1 : 1;
        total++;
        Duration pause = patience.backoff().after(consecutive);
        last = Optional.of(new Last(clock.instant().plus(pause), root.toString()));
        return pause;
    }

    private boolean pause(Duration pause) {
        try {
            return closing.await(pause.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}

package io.tidemark.sinks.sink;

import io.tidemark.schemas.time.NanoClock;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;

/** Why something does not work, and when it is tried again: after a pause that doubles up to 10 s. Not thread-safe. */
final class RetryState {
    /** A defect is worse than an outage. */
    static final Comparator<RetryState> BY_HARM = Comparator.comparing(RetryState::state);

    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LAST_PAUSE_MILLIS = 10_000;

    private final NanoClock clock;
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private long untilNanos;
    private boolean pausing;
    private boolean defect;
    private String lastError = "";

    RetryState(NanoClock clock) {
        this.clock = clock;
    }

    /** It failed again. @return for how long to wait, in milliseconds */
    long extendPause(String because) {
        lastError = because;
        long now = pauseMillis;
        pausing = true;
        untilNanos = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(now);
        pauseMillis = Math.min(2 * pauseMillis, LAST_PAUSE_MILLIS);
        return now;
    }

    void recordFailure(boolean isDefect) {
        defect = isDefect;
    }

    /** Ends the pause if it is over. @return whether it ended just now */
    boolean startPause() {
        if (!pausing || clock.nanos() - untilNanos < 0) {
            return false;
        }
        pausing = false;
        return true;
    }

    boolean isPausing() {
        return pausing;
    }

    /** It works again. */
    void clear() {
        pauseMillis = FIRST_PAUSE_MILLIS;
        pausing = false;
        lastError = "";
    }

    SinkStatus.State state() {
        return defect ? SinkStatus.State.FAILED : SinkStatus.State.RETRYING;
    }

    /** Empty if nothing failed. */
    String lastError() {
        return lastError;
    }
}

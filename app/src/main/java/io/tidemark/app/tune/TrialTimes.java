package io.tidemark.app.tune;

import io.tidemark.events.TrialState;
import java.time.Duration;
import java.time.Instant;

/** How long a start took. */
final class TrialTimes {
    private static final double NANOS_PER_SECOND = 1e9;

    private TrialTimes() {}

    /** All of it; 0 if it is not over. */
    static double seconds(TrialState trial) {
        Instant ended = trial.getEnded();
        return ended == null ? 0 : Duration.between(trial.getStarted(), ended).toNanos() / NANOS_PER_SECOND;
    }

    /** Until it was ready; all of it if it never was. */
    static double startSeconds(TrialState trial) {
        Double startUp = trial.getStartupSeconds();
        double all = seconds(trial);
        return startUp == null ? all : Math.min(all, startUp);
    }
}

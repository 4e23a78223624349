package io.tidemark.sinks.store.retention;

import io.tidemark.schemas.Team;
import java.time.Duration;
import java.util.Optional;

/**
 * How long rows of an experiment's runs are kept, instead of the sink's own {@link Retention}; counted as there.
 *
 * @param requests one row per request
 * @param windows windows; they are thinned as others are
 * @param hours hours of windows; as long as those of others where it does not say
 */
public record ExperimentRetention(
        Team team, String experiment, Duration requests, Duration windows, Optional<Duration> hours) {
    /** Its hours are kept as those of others. */
    public ExperimentRetention(Team team, String experiment, Duration requests, Duration windows) {
        this(team, experiment, requests, windows, Optional.empty());
    }

    public ExperimentRetention {
        requirePositive("requests", requests);
        requirePositive("windows", windows);
        hours.ifPresent(kept -> requirePositive("hours", kept));
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toSeconds() < 1) {
            throw new IllegalArgumentException("retention of " + name + " must be >= 1 s but was " + duration);
        }
    }
}

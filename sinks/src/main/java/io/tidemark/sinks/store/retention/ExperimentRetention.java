package io.tidemark.sinks.store.retention;

import io.tidemark.schemas.Team;
import java.time.Duration;

/**
 * How long rows of an experiment's runs are kept, instead of the sink's own {@link Retention}; counted as there.
 *
 * @param requests one row per request
 * @param windows windows; they are thinned as others are
 */
public record ExperimentRetention(Team team, String experiment, Duration requests, Duration windows) {
    public ExperimentRetention {
        requirePositive("requests", requests);
        requirePositive("windows", windows);
    }

    private static void requirePositive(String name, Duration duration) {
        if (duration.toSeconds() < 1) {
            throw new IllegalArgumentException("retention of " + name + " must be >= 1 s but was " + duration);
        }
    }
}

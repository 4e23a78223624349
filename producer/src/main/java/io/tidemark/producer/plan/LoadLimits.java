package io.tidemark.producer.plan;

import java.time.Duration;

/**
 * Our own limits.
 *
 * @param inFlight requests in flight; one that is due beyond it is DROPPED, never delayed
 * @param drain how long the end of a step waits for its requests; those left are CANCELLED
 * @param scheduleLagP99 p99 of sent - due above which the run is INVALID
 * @param sentShare share of due requests that must be sent within the schedule
 * @param calibrationTtftP99 p99 of what the client itself adds to TTFT above which the run is INVALID
 * @param calibrationItlP99 the same for ITL
 */
public record LoadLimits(
        int inFlight,
        Duration drain,
        Duration scheduleLagP99,
        double sentShare,
        Duration calibrationTtftP99,
        Duration calibrationItlP99) {
    public static final LoadLimits DEFAULT = new LoadLimits(
            10_000, Duration.ofMinutes(2), Duration.ofMillis(50), 0.98, Duration.ofMillis(50), Duration.ofMillis(50));
}

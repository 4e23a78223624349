package io.tidemark.alerts.config;

import java.time.Duration;
import java.util.Optional;

/**
 * A run that must begin again and again.
 *
 * @param team whose; empty for every team
 * @param phase empty for a run of any phase
 * @param every at most so long between the begins of two runs
 * @param grace how much later it is overdue
 */
public record ExpectedRun(
        Optional<String> team, String experiment, Optional<String> phase, Duration every, Duration grace) {}

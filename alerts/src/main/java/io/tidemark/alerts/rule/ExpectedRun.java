package io.tidemark.alerts.rule;

import java.time.Duration;
import java.util.Optional;

/**
 * A run that has to take place again and again.
 *
 * @param phase of the experiment; empty for any
 * @param every longest time from the end of one valid run to the end of the next
 * @param grace so much more is allowed
 */
public record ExpectedRun(String experiment, Optional<String> phase, Duration every, Duration grace) {}

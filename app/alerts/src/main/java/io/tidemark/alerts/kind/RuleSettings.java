package io.tidemark.alerts.kind;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * How a kind of alert behaves.
 *
 * @param holdFor of a breach, for how long final figures are waited for; of other kinds, for how long the condition must hold before it fires
 * @param urgent whether it fires at once, also on provisional figures
 * @param severity value of the label {@code severity}
 * @param resolveAfter after which an alert without a natural end is resolved; zero for never
 * @param limit above which the condition holds: dead letters in 10 min, records of lag, firing alerts that a receiver is notified of; below which, for the free share of a disk
 */
public record RuleSettings(
        Duration holdFor, boolean urgent, String severity, Duration resolveAfter, OptionalDouble limit) {}

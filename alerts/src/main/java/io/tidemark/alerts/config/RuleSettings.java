package io.tidemark.alerts.config;

import java.time.Duration;
import java.util.OptionalDouble;

/**
 * What one kind of alert is set to.
 *
 * @param holdFor how long the condition must hold before the alert fires; zero fires at once
 * @param urgent whether it fires on provisional figures, without waiting for final ones
 * @param severity value of the label; empty where the rule itself names it, as burn rates do
 * @param resolveAfter how long the condition must be gone before the alert is resolved
 * @param limit in the unit of {@link AlertKind#limitUnit()}; the alert fires above it
 */
public record RuleSettings(
        Duration holdFor, boolean urgent, String severity, Duration resolveAfter, OptionalDouble limit) {}

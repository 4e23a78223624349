package io.tidemark.alerts.text;

import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;

/**
 * An alert with the status that its text reports.
 *
 * @param status FIRING, RESOLVED or EVENT
 */
public record AlertText(Alert alert, AlertState status) {}

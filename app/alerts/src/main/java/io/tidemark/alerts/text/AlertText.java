package io.tidemark.alerts.text;

import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;

/**
 * One alert, and what is told about it.
 *
 * @param status FIRING, RESOLVED or EVENT
 */
public record AlertText(Alert alert, AlertState status) {}

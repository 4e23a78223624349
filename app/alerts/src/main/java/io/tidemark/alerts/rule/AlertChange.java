package io.tidemark.alerts.rule;

import io.tidemark.sinks.store.alert.Alert;

/**
 * An alert that is new or has changed.
 *
 * @param alert its newest revision
 * @param fired whether it is or was FIRING, if only at its end; a RESOLVED one that never fired causes no notification
 */
public record AlertChange(Alert alert, boolean fired) {}

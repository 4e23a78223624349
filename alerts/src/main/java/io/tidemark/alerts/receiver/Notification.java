package io.tidemark.alerts.receiver;

import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;

/**
 * What a receiver is told about one alert.
 *
 * @param alert its newest revision
 * @param status FIRING, RESOLVED or EVENT; FIRING also where the alert has ended since and its firing has not been told yet
 */
public record Notification(Alert alert, AlertState status) {}

package io.tidemark.alerts.receiver;

import io.tidemark.alerts.text.AlertText;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import java.util.List;

/**
 * A notification of one alert.
 *
 * @param alert its newest revision
 * @param status FIRING, RESOLVED or EVENT; also FIRING for an ended alert whose firing has not been sent yet
 */
public record Notification(Alert alert, AlertState status) {
    /** For templates. */
    static List<AlertText> texts(List<Notification> notifications) {
        return notifications.stream()
                .map(one -> new AlertText(one.alert(), one.status()))
                .toList();
    }
}

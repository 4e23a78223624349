package io.tidemark.app.health;

import io.tidemark.alerts.dispatch.AlertDispatcher;
import io.tidemark.alerts.dispatch.DispatcherStatus;
import java.util.ArrayList;
import java.util.List;

/** How a dispatcher of alerts and its receivers are. */
public final class AlertsHealth {
    private static final String PART = "alerts";

    private AlertsHealth() {}

    public static Health of(AlertDispatcher dispatcher) {
        return new Health(dispatcher.isAlive(), parts(dispatcher.status()));
    }

    static List<ComponentHealth> parts(DispatcherStatus status) {
        List<ComponentHealth> parts = new ArrayList<>();
        parts.add(
                status.error().isEmpty()
                        ? new ComponentHealth(PART, HealthState.READY, standby(status.others()))
                        : new ComponentHealth(PART, HealthState.DEGRADED, status.error()));
        status.receiverErrors()
                .forEach((receiver, error) -> parts.add(new ComponentHealth(
                        PART + "/" + receiver, HealthState.DEGRADED, "the last send failed: " + error)));
        status.parked().forEach((receiver, count) -> {
            if (!status.receiverErrors().containsKey(receiver)) {
                parts.add(new ComponentHealth(
                        PART + "/" + receiver,
                        HealthState.DEGRADED,
                        count + " notifications were refused; `tidemark alerts list` says why"));
            }
        });
        return parts;
    }

    private static String standby(List<String> others) {
        return others.isEmpty()
                ? ""
                : "another process dispatches the alerts of " + String.join(", ", others)
                        + "; this one takes over when that one ends";
    }
}

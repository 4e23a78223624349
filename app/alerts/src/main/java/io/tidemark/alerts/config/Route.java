package io.tidemark.alerts.config;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.tidemark.sinks.store.alert.Alert;
import java.util.List;
import java.util.Map;

/**
 * Which receivers are notified of the alerts that match.
 *
 * @param match by label, the values of which one must be the alert's; empty matches every alert
 * @param goOn whether the routes after it are looked at too
 */
public record Route(ImmutableMap<String, ImmutableSet<String>> match, List<String> receivers, boolean goOn) {
    public Route {
        receivers = List.copyOf(receivers);
    }

    /** Whether it is about an alert. */
    public boolean matches(Alert alert) {
        return match.entrySet().stream().allMatch(wanted -> has(alert, wanted));
    }

    private static boolean has(Alert alert, Map.Entry<String, ImmutableSet<String>> wanted) {
        String label = wanted.getKey();
        String value =
                label.equals("team") ? alert.team().name() : alert.labels().getOrDefault(label, "");
        return wanted.getValue().contains(value);
    }
}

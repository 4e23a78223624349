package io.tidemark.alerts.receiver;

import com.google.common.collect.ImmutableMap;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The data of a webhook of Alertmanager, version 4 (Alertmanager's documentation, webhook_config). An event, which has no end, is resolved at
 * its start.
 */
final class WebhookPayload {
    /** Go's zero time, which stands for no end. */
    private static final String NO_END = "0001-01-01T00:00:00Z";

    private static final List<String> GROUP = List.of("experiment", "run", "step");

    private final String receiver;
    private final Optional<URI> externalUrl;

    WebhookPayload(String receiver, Optional<URI> externalUrl) {
        this.receiver = receiver;
        this.externalUrl = externalUrl;
    }

    /** Of the notifications of one group. */
    String json(List<Notification> notifications) {
        List<Alert> alerts = notifications.stream().map(Notification::alert).toList();
        SortedMap<String, String> common = common(alerts, AlertFields::labels);
        SortedMap<String, String> group = new TreeMap<>(common);
        group.keySet().retainAll(GROUP);
        group.put("team", alerts.get(0).team().name());
        boolean firing = notifications.stream().anyMatch(one -> one.status() == AlertState.FIRING);
        return Json.text(ImmutableMap.<String, Object>of(
                "version",
                "4",
                "groupKey",
                "{}:" + braces(group),
                "truncatedAlerts",
                0,
                "status",
                firing ? "firing" : "resolved",
                "receiver",
                receiver,
                "groupLabels",
                group,
                "commonLabels",
                common,
                "commonAnnotations",
                common(alerts, AlertFields::annotations),
                "externalURL",
                externalUrl.map(URI::toString).orElse(""),
                "alerts",
                notifications.stream().map(this::alert).toList()));
    }

    private Map<String, Object> alert(Notification notification) {
        Alert alert = notification.alert();
        boolean firing = notification.status() == AlertState.FIRING;
        String end =
                alert.endsAt().map(Instant::toString).orElse(alert.startsAt().toString());
        Optional<URI> link = AlertFields.report(alert).or(() -> externalUrl);
        return ImmutableMap.of(
                "status", firing ? "firing" : "resolved",
                "labels", AlertFields.labels(alert),
                "annotations", AlertFields.annotations(alert),
                "startsAt", alert.startsAt().toString(),
                "endsAt", firing ? NO_END : end,
                "generatorURL", link.map(URI::toString).orElse(""),
                "fingerprint", alert.id().fingerprint());
    }

    private static SortedMap<String, String> common(List<Alert> alerts, Function<Alert, Map<String, String>> fields) {
        SortedMap<String, String> common = new TreeMap<>(fields.apply(alerts.get(0)));
        alerts.forEach(alert -> common.entrySet().retainAll(fields.apply(alert).entrySet()));
        return common;
    }

    private static String braces(Map<String, String> labels) {
        List<String> pairs = labels.entrySet().stream()
                .map(one -> one.getKey() + "=\""
                        + one.getValue().replace("\\", "\\\\").replace("\"", "\\\"") + "\"")
                .toList();
        return "{" + String.join(", ", pairs) + "}";
    }
}

package io.tidemark.alerts.receiver;

import io.tidemark.alerts.text.SafeText;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.Annotation;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The links of an alert that can be followed. */
final class AlertLinks {
    private AlertLinks() {}

    /** To the report or console. */
    static Optional<URI> report(Alert alert) {
        return SafeText.link(alert.annotations().getOrDefault(Annotation.REPORT_URL, ""));
    }

    /** By what they lead to. */
    static Map<String, URI> all(Alert alert) {
        Map<String, URI> links = new LinkedHashMap<>();
        report(alert).ifPresent(url -> links.put("Report", url));
        SafeText.link(alert.annotations().getOrDefault(Annotation.RUNBOOK_URL, ""))
                .ifPresent(url -> links.put("Runbook", url));
        return links;
    }
}

package io.tidemark.alerts.receiver;

import io.tidemark.alerts.text.SafeText;
import io.tidemark.schemas.Sha256;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.Annotation;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Labels and annotations for receivers that are sent data: bounded, without control characters, with names that Prometheus allows. */
final class AlertFields {
    private static final int MAX_LABEL_CHARACTERS = 256;
    private static final int MAX_ANNOTATION_CHARACTERS = 4_000;
    private static final int MAX_NAME_CHARACTERS = 100;
    private static final int MAX_FIELDS = 64;
    private static final int HASH_CHARACTERS = 12;

    private AlertFields() {}

    /** By name; without empty ones, which Prometheus takes for absent. The team is one of them. */
    static SortedMap<String, String> labels(Alert alert) {
        SortedMap<String, String> labels = new TreeMap<>();
        labels.put("team", alert.team().name());
        alert.labels().forEach((name, value) -> put(labels, name, label(value)));
        return labels;
    }

    static SortedMap<String, String> annotations(Alert alert) {
        SortedMap<String, String> annotations = new TreeMap<>();
        alert.annotations()
                .forEach((name, value) ->
                        put(annotations, name, SafeText.cut(SafeText.lines(value), MAX_ANNOTATION_CHARACTERS)));
        if (!alert.reason().isEmpty()) {
            put(annotations, "reason", SafeText.cut(SafeText.lines(alert.reason()), MAX_ANNOTATION_CHARACTERS));
        }
        return annotations;
    }

    /** The link to the report or console, if there is one that can be followed. */
    static Optional<URI> report(Alert alert) {
        return SafeText.link(alert.annotations().getOrDefault(Annotation.REPORT_URL, ""));
    }

    /** The links that can be followed, by what they lead to. */
    static Map<String, URI> links(Alert alert) {
        Map<String, URI> links = new LinkedHashMap<>();
        report(alert).ifPresent(url -> links.put("Report", url));
        SafeText.link(alert.annotations().getOrDefault(Annotation.RUNBOOK_URL, ""))
                .ifPresent(url -> links.put("Runbook", url));
        return links;
    }

    private static void put(Map<String, String> fields, String name, String value) {
        if (!value.isEmpty() && fields.size() < MAX_FIELDS) {
            fields.put(name(name), value);
        }
    }

    /** Labels are an identity: two that differ after the cut must differ still, so a hash of the whole stands for the rest. */
    private static String label(String value) {
        String line = SafeText.line(value);
        if (line.length() <= MAX_LABEL_CHARACTERS) {
            return line;
        }
        String hash = Sha256.hex(line).substring(0, HASH_CHARACTERS);
        return SafeText.cut(line, MAX_LABEL_CHARACTERS - HASH_CHARACTERS - 1) + " " + hash;
    }

    /** {@code [a-zA-Z_][a-zA-Z0-9_]*} (Prometheus, data model). */
    private static String name(String name) {
        String cut = name.substring(0, Math.min(name.length(), MAX_NAME_CHARACTERS));
        String safe = cut.replaceAll("[^A-Za-z0-9_]", "_");
        return safe.isEmpty() || Character.isDigit(safe.charAt(0)) ? "_" + safe : safe;
    }
}

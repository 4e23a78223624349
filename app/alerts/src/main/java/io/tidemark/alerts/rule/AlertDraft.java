package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.kind.AlertKind;
import java.time.Instant;

/**
 * What a rule found.
 *
 * @param labels without alertname and severity; one with an empty value is left out
 * @param startsAt event time from which the condition holds
 * @param settled whether it rests on final figures, so that nothing is waited for
 * @param annotations by the names of {@link io.tidemark.sinks.store.alert.Annotation}; one with an empty value is left out
 */
record AlertDraft(
        AlertKind kind,
        String severity,
        ImmutableMap<String, String> labels,
        Instant startsAt,
        boolean settled,
        ImmutableMap<String, String> annotations) {

    AlertDraft label(String name, String value) {
        return new AlertDraft(kind, severity, added(labels, name, value), startsAt, settled, annotations);
    }

    AlertDraft annotation(String name, String text) {
        return new AlertDraft(kind, severity, labels, startsAt, settled, added(annotations, name, text));
    }

    AlertDraft unsettled() {
        return new AlertDraft(kind, severity, labels, startsAt, false, annotations);
    }

    private static ImmutableMap<String, String> added(ImmutableMap<String, String> texts, String name, String text) {
        return ImmutableMap.<String, String>builder()
                .putAll(texts)
                .put(name, text)
                .buildOrThrow();
    }
}

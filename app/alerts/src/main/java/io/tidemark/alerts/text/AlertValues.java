package io.tidemark.alerts.text;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableSortedSet;
import com.samskivert.mustache.Mustache;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a template finds under its names, escaped already, so that no way of writing a variable leaves the escaping out. */
final class AlertValues implements Mustache.CustomContext {
    /** Of a run's own labels, as {@code label_commit}. */
    static final String RUN_LABEL = "label_";

    private static final Set<String> LINKS = Set.of(Annotation.REPORT_URL, Annotation.RUNBOOK_URL);
    private static final List<String> PLACE = List.of("experiment", "phase", "run", "step", "target");
    private static final int MAX_VALUE_CHARACTERS = 1_000;

    /** All names but those of run labels. */
    static final ImmutableSortedSet<String> NAMES = ImmutableSortedSet.<String>naturalOrder()
            .addAll(Splitter.on(' ')
                    .split("status firing resolved event single count names where starts_at ends_at reason"))
            .addAll(Splitter.on(' ').split("alertname severity team experiment phase run step target class rule"))
            .add(Annotation.SUMMARY, Annotation.OBJECTIVE, Annotation.VALUE, Annotation.SINCE, Annotation.VERDICT)
            .add(Annotation.CORRELATED_SIGNALS, Annotation.CONFIGURATION, Annotation.AFFECTED, Annotation.CERTAINTY)
            .add(Annotation.REPORT_URL, Annotation.RUNBOOK_URL)
            .build();

    private final List<AlertText> message;
    private final AlertText current;
    private final Markup markup;

    /** @param current one of the message */
    AlertValues(List<AlertText> message, AlertText current, Markup markup) {
        this.message = message;
        this.current = current;
        this.markup = markup;
    }

    static boolean isKnown(String name) {
        return NAMES.contains(name) || name.startsWith(RUN_LABEL);
    }

    @Override
    public @Nullable Object get(String name) {
        return switch (name) {
            case "firing" -> current.status() == AlertState.FIRING;
            case "resolved" -> current.status() == AlertState.RESOLVED;
            case "event" -> current.status() == AlertState.EVENT;
            case "single" -> message.size() == 1;
            default -> isKnown(name) ? text(name) : null;
        };
    }

    private String text(String name) {
        if (LINKS.contains(name)) {
            return SafeText.link(annotation(name)).map(markup::escape).orElse("");
        }
        return markup.escape(SafeText.cut(SafeText.line(raw(name)), MAX_VALUE_CHARACTERS));
    }

    private String raw(String name) {
        Alert alert = current.alert();
        return switch (name) {
            case "status" -> current.status().name();
            case "count" -> String.valueOf(message.size());
            case "names" ->
                message.stream().map(one -> one.alert().name()).distinct().collect(Collectors.joining(", "));
            case "where" -> where(alert);
            case "team" -> alert.team().name();
            case "starts_at" -> alert.startsAt().toString();
            case "ends_at" -> alert.endsAt().map(Objects::toString).orElse("");
            case "reason" -> alert.reason();
            // The objective is a label, by its id, and an annotation, in words.
            default -> annotation(name).isEmpty() ? alert.labels().getOrDefault(name, "") : annotation(name);
        };
    }

    private String annotation(String name) {
        return current.alert().annotations().getOrDefault(name, "");
    }

    private static String where(Alert alert) {
        return PLACE.stream()
                .filter(alert.labels()::containsKey)
                .map(label -> label + " " + alert.labels().get(label))
                .collect(Collectors.joining(", "));
    }
}

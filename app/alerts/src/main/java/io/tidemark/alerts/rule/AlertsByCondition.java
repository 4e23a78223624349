package io.tidemark.alerts.rule;

import com.google.common.collect.LinkedHashMultimap;
import com.google.common.collect.SetMultimap;
import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.sinks.store.alert.Alert;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One alert of each condition, also found by labels: teams have thousands of alerts, and each heartbeat may end some. Not thread-safe. */
final class AlertsByCondition {
    private static final String RUN_LABEL = "label_";

    private final Map<String, Alert> alerts = new LinkedHashMap<>();
    private final SetMultimap<Subject, String> conditions = LinkedHashMultimap.create();
    private long characters;

    /** A label of alerts of a kind. */
    private record Subject(String alertname, String label, String value) {}

    /**
     * What an alert is about: its labels without those that may be others when its condition is looked at again. Labels of a run are unknown until its
     * definition is read, which may be after its first breach, and severities are changed in the file.
     */
    static String condition(Map<String, String> labels) {
        StringBuilder condition = new StringBuilder();
        new TreeMap<>(labels).forEach((name, value) -> {
            if (isOfCondition(name)) {
                condition.append(name).append('\0').append(value).append('\0');
            }
        });
        return condition.toString();
    }

    static boolean isOfCondition(String label) {
        return !label.equals(Alert.SEVERITY) && !label.startsWith(RUN_LABEL);
    }

    /** Null if the condition has none. */
    @Nullable
    Alert get(String condition) {
        return alerts.get(condition);
    }

    boolean contains(String condition) {
        return alerts.containsKey(condition);
    }

    List<Alert> all() {
        return List.copyOf(alerts.values());
    }

    int size() {
        return alerts.size();
    }

    /** Of the labels and texts of all. */
    long characters() {
        return characters;
    }

    /** Takes the place of one of the same condition. */
    void put(Alert alert) {
        String condition = condition(alert.labels());
        Alert before = alerts.put(condition, alert);
        characters += length(alert) - (before == null ? 0 : length(before));
        if (before == null) {
            subjects(alert).forEach(subject -> conditions.put(subject, condition));
        }
    }

    void remove(String condition) {
        Alert removed = alerts.remove(condition);
        if (removed != null) {
            characters -= length(removed);
            subjects(removed).forEach(subject -> conditions.remove(subject, condition));
        }
    }

    /** Of a kind, with at least these labels, which are of its condition. */
    List<Alert> matching(AlertKind kind, Map<String, String> labels) {
        Map<String, String> wanted = new HashMap<>(labels);
        wanted.put(Alert.ALERTNAME, kind.alertname());
        Set<String> fewest = wanted.entrySet().stream()
                .map(label -> conditions.get(new Subject(kind.alertname(), label.getKey(), label.getValue())))
                .min(Comparator.comparingInt(Set::size))
                .orElseThrow();
        return fewest.stream()
                .map(condition -> Objects.requireNonNull(alerts.get(condition)))
                .filter(alert -> alert.labels().entrySet().containsAll(wanted.entrySet()))
                .toList();
    }

    private static Stream<Subject> subjects(Alert alert) {
        return alert.labels().entrySet().stream()
                .filter(label -> isOfCondition(label.getKey()))
                .map(label -> new Subject(alert.name(), label.getKey(), label.getValue()));
    }

    private static long length(Alert alert) {
        return Stream.of(alert.labels(), alert.annotations())
                .flatMap(texts -> texts.entrySet().stream())
                .mapToLong(
                        text -> (long) text.getKey().length() + text.getValue().length())
                .sum();
    }
}

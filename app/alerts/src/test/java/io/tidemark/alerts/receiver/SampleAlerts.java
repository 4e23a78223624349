package io.tidemark.alerts.receiver;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** An SLO breach of run r-7, step 2, with every text that an alert can have; and the events of its run. */
final class SampleAlerts {
    static final String COMMIT = "0123456789abcdef0123456789abcdef01234567";
    static final Instant START = Instant.parse("2026-11-25T10:00:00Z");
    static final Instant END = Instant.parse("2026-11-25T10:05:00Z");
    static final Map<String, String> LABELS = Map.of(
            "alertname", "SloBreach",
            "severity", "page",
            "experiment", "tune",
            "phase", "batch-64",
            "run", "r-7",
            "step", "2",
            "target", "gpu-1",
            "objective", "ttft-p95",
            "label_commit", COMMIT);
    static final Map<String, String> ANNOTATIONS = Map.of(
            Annotation.SUMMARY, "p95 of TTFT is 312 ms, above 250 ms",
            Annotation.OBJECTIVE, "p95 of TTFT from due under 250 ms, over 1 min",
            Annotation.VALUE, "312 ms [298, 331], n 1,200",
            Annotation.SINCE, "2026-11-25T10:00:00Z",
            Annotation.CORRELATED_SIGNALS, "running requests 48 to 64",
            Annotation.CONFIGURATION, "max_num_seqs 32 to 64",
            Annotation.AFFECTED, "class chat, target gpu-1",
            Annotation.CERTAINTY, "FINAL, confirmed by 2 runs",
            Annotation.REPORT_URL, "https://tidemark.example.com/runs/r-7?step=2&x=1",
            Annotation.RUNBOOK_URL, "https://docs.example.com/runbook#slobreach");

    private SampleAlerts() {}

    static Notification firing() {
        return new Notification(alert(LABELS, ANNOTATIONS, AlertState.FIRING), AlertState.FIRING);
    }

    static Notification resolved() {
        return new Notification(alert(LABELS, ANNOTATIONS, AlertState.RESOLVED), AlertState.RESOLVED);
    }

    /** With another end than five past ten, as of when the alert was changed too. */
    static Notification resolved(Instant end) {
        Alert alert = resolved().alert();
        return new Notification(
                new Alert(
                        alert.team(),
                        alert.labels(),
                        alert.startsAt(),
                        Optional.of(end),
                        AlertState.RESOLVED,
                        "",
                        2,
                        end,
                        alert.annotations(),
                        ""),
                AlertState.RESOLVED);
    }

    /** The same, but for some labels. */
    static Notification firing(Map<String, String> labels) {
        return new Notification(alert(with(LABELS, labels), ANNOTATIONS, AlertState.FIRING), AlertState.FIRING);
    }

    static Notification phaseStarted() {
        return event(
                Map.of("alertname", "PhaseStarted", "severity", "info"),
                Map.of(Annotation.SUMMARY, "phase batch-64 of tune has begun: max_num_seqs 32 to 64"));
    }

    static Notification runEnded(String verdict) {
        return event(
                Map.of("alertname", "RunEnded", "severity", "info"),
                Map.of(Annotation.SUMMARY, "run r-7 of tune has ended", Annotation.VERDICT, verdict));
    }

    /** A text in each label and annotation. */
    static Notification everywhere(String text) {
        ImmutableSortedMap.Builder<String, String> labels = ImmutableSortedMap.naturalOrder();
        LABELS.forEach((name, value) -> labels.put(name, keeps(name) ? value : text));
        ImmutableSortedMap.Builder<String, String> annotations = ImmutableSortedMap.naturalOrder();
        ANNOTATIONS.keySet().forEach(name -> annotations.put(name, text));
        return new Notification(
                alert(labels.buildOrThrow(), annotations.buildOrThrow(), AlertState.FIRING), AlertState.FIRING);
    }

    private static boolean keeps(String label) {
        return label.equals("alertname") || label.equals("severity") || label.equals("label_commit");
    }

    private static Notification event(Map<String, String> labels, Map<String, String> annotations) {
        return new Notification(
                alert(with(LABELS, labels), with(ANNOTATIONS, annotations), AlertState.EVENT), AlertState.EVENT);
    }

    private static Map<String, String> with(Map<String, String> all, Map<String, String> others) {
        Map<String, String> changed = new TreeMap<>(all);
        changed.putAll(others);
        return changed;
    }

    private static Alert alert(Map<String, String> labels, Map<String, String> annotations, AlertState state) {
        Optional<Instant> end = state == AlertState.RESOLVED ? Optional.of(END) : Optional.empty();
        return new Alert(
                new Team("perf"),
                ImmutableSortedMap.copyOf(labels),
                START,
                end,
                state,
                "",
                2,
                end.orElse(START),
                ImmutableSortedMap.copyOf(annotations),
                "");
    }
}

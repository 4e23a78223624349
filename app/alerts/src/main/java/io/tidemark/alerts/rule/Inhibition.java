package io.tidemark.alerts.rule;

import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.sinks.store.alert.Alert;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Determines which alerts another one explains: receivers are notified of the cause and not of its consequences. */
final class Inhibition {
    /** Of a target whose newest scrape failed, before its own alert fires. */
    static final String SUSPECT = "suspect";

    private final ActiveAlerts alerts;
    private final TargetRule targets;
    private Map<String, List<Alert>> byName = Map.of();

    Inhibition(ActiveAlerts alerts, TargetRule targets) {
        this.alerts = alerts;
        this.targets = targets;
    }

    void tick() {
        // Once for all: thousands of breaches that each look through thousands would hold up all teams of the
        // dispatcher.
        byName = alerts.active().stream().collect(Collectors.groupingBy(Alert::name));
        for (Alert alert : alerts.active()) {
            alerts.inhibit(alert, cause(alert).orElse(""));
        }
    }

    private Optional<String> cause(Alert alert) {
        return switch (ActiveAlerts.kind(alert)) {
            case SLO_BREACH, BURN_RATE -> causeOfBreach(alert);
            case REGRESSION -> first(ofSoak(alert));
            case SOAK_DRIFT -> first(of(AlertKind.RUN_INVALID, alert, "run"));
            case EVENTS_MISSING ->
                first(Stream.concat(of(AlertKind.RUN_LOST, alert, "run"), of(AlertKind.RUN_INVALID, alert, "run")));
            default -> Optional.empty();
        };
    }

    private Optional<String> causeOfBreach(Alert alert) {
        Optional<String> found =
                first(Stream.of(of(AlertKind.TARGET_DOWN, alert, "target"), of(AlertKind.RUN_INVALID, alert, "run"))
                        .flatMap(causes -> causes));
        String target = alert.labels().getOrDefault("target", "");
        return found.or(() -> targets.isSuspect(target) ? Optional.of(SUSPECT) : Optional.empty());
    }

    /** Of segments that became worse: the finding of their soak says the same of its hours, and since when. */
    private Stream<Alert> ofSoak(Alert alert) {
        String run = alert.labels().getOrDefault("run", "");
        String step = alert.labels().getOrDefault("step", "");
        return run.isEmpty() || step.isEmpty()
                ? Stream.empty()
                : of(AlertKind.SOAK_DRIFT, alert, "run")
                        .filter(cause -> step.equals(cause.labels().get("step")))
                        .filter(SoakRule::isOfRequests);
    }

    private Stream<Alert> of(AlertKind kind, Alert alert, String label) {
        String value = alert.labels().get(label);
        return byName.getOrDefault(kind.alertname(), List.of()).stream()
                .filter(cause -> value != null && value.equals(cause.labels().get(label)));
    }

    private static Optional<String> first(Stream<Alert> causes) {
        return causes.map(cause -> cause.id().fingerprint()).findFirst();
    }
}

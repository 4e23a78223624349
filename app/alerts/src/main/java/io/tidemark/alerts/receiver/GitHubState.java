package io.tidemark.alerts.receiver;

import io.tidemark.alerts.kind.AlertKind;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.util.Optional;

/** What GitHub shows beside a commit. Statuses have no neutral: what is undecided is an error there. */
enum GitHubState {
    PENDING("pending", ""),
    SUCCESS("success", "success"),
    FAILURE("failure", "failure"),
    UNDECIDED("error", "neutral");

    private final String status;
    private final String conclusion;

    GitHubState(String status, String conclusion) {
        this.status = status;
        this.conclusion = conclusion;
    }

    static GitHubState of(Notification notification) {
        if (notification.alert().name().equals(AlertKind.PHASE_STARTED.alertname())) {
            return PENDING;
        }
        if (notification.status() == AlertState.EVENT) {
            return ofVerdict(notification.alert().annotations().getOrDefault(Annotation.VERDICT, ""));
        }
        return notification.status() == AlertState.FIRING ? FAILURE : SUCCESS;
    }

    private static GitHubState ofVerdict(String verdict) {
        return switch (verdict) {
            case "pass" -> SUCCESS;
            case "fail" -> FAILURE;
            default -> UNDECIDED;
        };
    }

    /** The state of a commit status. */
    String status() {
        return status;
    }

    /** The status of a check run. */
    String checkStatus() {
        return this == PENDING ? "in_progress" : "completed";
    }

    /** The conclusion of a check run; empty while it is on. */
    Optional<String> conclusion() {
        return Optional.of(conclusion).filter(word -> !word.isEmpty());
    }
}

package io.tidemark.alerts.dispatch;

import io.tidemark.alerts.receiver.Notification;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a receiver was told, so that one that forgets is told again. Not thread-safe. */
final class ToldAlerts {
    private final Map<AlertId, Told> told = new HashMap<>();

    /** @param resolvedNanos when it was told that the alert is resolved, if it was */
    private record Told(Alert alert, Optional<Long> resolvedNanos) {}

    /** It was told that an alert fires. To a receiver that goes by labels, an earlier alert of the same labels is the same one. */
    void fires(Alert alert) {
        forgetLabelsOf(alert.id());
        told.put(alert.id(), new Told(alert, Optional.empty()));
    }

    /** It was told that an alert is resolved. */
    void resolved(Alert alert, long nowNanos) {
        forgetLabelsOf(alert.id());
        told.put(alert.id(), new Told(alert, Optional.of(nowNanos)));
    }

    private void forgetLabelsOf(AlertId id) {
        told.keySet()
                .removeIf(other ->
                        other.team().equals(id.team()) && other.fingerprint().equals(id.fingerprint()));
    }

    /** Takes on new revisions of alerts. */
    void update(Map<AlertId, Alert> revisions) {
        told.replaceAll((id, one) -> {
            Alert revision = revisions.get(id);
            return revision == null ? one : new Told(revision, one.resolvedNanos());
        });
    }

    void removeAll(Team team) {
        told.keySet().removeIf(id -> id.team().equals(team));
    }

    /** What it has to be told again; it is not told any more of what was resolved longer ago than {@code resolvedFor}. */
    List<Notification> again(long nowNanos, Duration resolvedFor) {
        told.values()
                .removeIf(one -> one.resolvedNanos()
                        .filter(at -> nowNanos - at > resolvedFor.toNanos())
                        .isPresent());
        return told.values().stream()
                .map(one -> new Notification(
                        one.alert(), one.resolvedNanos().isPresent() ? AlertState.RESOLVED : AlertState.FIRING))
                .toList();
    }
}

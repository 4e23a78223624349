package io.tidemark.alerts.dispatch;

import io.tidemark.alerts.receiver.Notification;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a receiver was notified of, so that one that forgets is notified again. Not thread-safe. */
final class NotifiedAlerts {
    /** Beyond it what was resolved first is forgotten. */
    private static final int MAX_RESOLVED_OF_TEAM = 1_000;

    /** What was resolved last is last. */
    private final Map<AlertId, NotifiedAlert> notified = new LinkedHashMap<>();

    /** @param resolvedNanos when it was notified that the alert is resolved, if it was */
    private record NotifiedAlert(Alert alert, Optional<Long> resolvedNanos) {}

    /** It was notified that an alert fires. To a receiver that identifies alerts by labels, an earlier alert of the same labels is the same one. */
    void fires(Alert alert) {
        forgetLabelsOf(alert.id());
        notified.put(alert.id(), new NotifiedAlert(alert, Optional.empty()));
    }

    /** It was notified that an alert is resolved. */
    void resolved(Alert alert, long nowNanos) {
        forgetLabelsOf(alert.id());
        notified.put(alert.id(), new NotifiedAlert(alert, Optional.of(nowNanos)));
        List<AlertId> resolved = notified.keySet().stream()
                .filter(id -> id.team().equals(alert.team()) && isResolved(id))
                .toList();
        if (resolved.size() > MAX_RESOLVED_OF_TEAM) {
            notified.remove(resolved.get(0));
        }
    }

    private boolean isResolved(AlertId id) {
        NotifiedAlert one = notified.get(id);
        return one != null && one.resolvedNanos().isPresent();
    }

    private void forgetLabelsOf(AlertId id) {
        notified.keySet()
                .removeIf(other ->
                        other.team().equals(id.team()) && other.fingerprint().equals(id.fingerprint()));
    }

    /** Takes on new revisions of alerts. */
    void update(Map<AlertId, Alert> revisions) {
        notified.replaceAll((id, one) -> {
            Alert revision = revisions.get(id);
            return revision == null ? one : new NotifiedAlert(revision, one.resolvedNanos());
        });
    }

    void removeAll(Team team) {
        notified.keySet().removeIf(id -> id.team().equals(team));
    }

    /** What it has to be notified of again, by team; it is not notified any more of what was resolved longer ago than {@code resolvedFor}. */
    List<AlertId> again(long nowNanos, Duration resolvedFor) {
        notified.values()
                .removeIf(one -> one.resolvedNanos()
                        .filter(at -> nowNanos - at > resolvedFor.toNanos())
                        .isPresent());
        return notified.keySet().stream()
                .sorted(Comparator.comparing(id -> id.team().name()))
                .toList();
    }

    /** What it was notified of last of an alert; empty if that is forgotten. */
    Optional<Notification> of(AlertId id) {
        return Optional.ofNullable(notified.get(id))
                .map(one -> new Notification(
                        one.alert(), one.resolvedNanos().isPresent() ? AlertState.RESOLVED : AlertState.FIRING));
    }
}

package io.tidemark.console.view;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryState;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Alerts of the teams that the caller may read: active ones, then those that ended, newest first. */
public record AlertsView(Instant now, List<AlertView> alerts, List<MuteView> mutes) {
    public AlertsView {
        alerts = List.copyOf(alerts);
        mutes = List.copyOf(mutes);
    }

    /** @param muted whether a mute holds it back now */
    public record AlertView(
            Team team,
            String fingerprint,
            String name,
            String severity,
            AlertState state,
            String reason,
            Map<String, String> labels,
            Map<String, String> annotations,
            Instant startsAt,
            Optional<Instant> endsAt,
            boolean muted,
            List<DeliveryView> deliveries) {
        public AlertView {
            labels = Map.copyOf(labels);
            annotations = Map.copyOf(annotations);
            deliveries = List.copyOf(deliveries);
        }

        public static AlertView of(Alert alert, boolean muted, List<Delivery> deliveries) {
            return new AlertView(
                    alert.team(),
                    alert.id().fingerprint(),
                    alert.name(),
                    alert.severity(),
                    alert.state(),
                    alert.reason(),
                    alert.labels(),
                    alert.annotations(),
                    alert.startsAt(),
                    alert.endsAt(),
                    muted,
                    deliveries.stream().map(DeliveryView::of).toList());
        }
    }

    /** A notification to one receiver. */
    public record DeliveryView(
            String receiver,
            AlertState status,
            DeliveryState state,
            int attempts,
            String error,
            Instant created,
            Optional<Instant> finished) {
        static DeliveryView of(Delivery delivery) {
            return new DeliveryView(
                    delivery.receiver(),
                    delivery.status(),
                    delivery.state(),
                    delivery.attempts(),
                    delivery.error(),
                    delivery.created(),
                    delivery.finished());
        }
    }

    /** A mute that has not ended. */
    public record MuteView(
            Team team, String id, Map<String, String> labels, Instant from, Instant until, String reason, String by) {
        public MuteView {
            labels = Map.copyOf(labels);
        }

        public static MuteView of(Mute mute) {
            return new MuteView(
                    mute.team(), mute.id(), mute.labels(), mute.from(), mute.until(), mute.reason(), mute.by());
        }
    }
}

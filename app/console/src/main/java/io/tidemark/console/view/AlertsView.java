package io.tidemark.console.view;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Alerts of the teams that the caller may read: active ones, then those that ended, newest first; and mutes that have not ended. */
public record AlertsView(Instant now, List<AlertView> alerts, List<Mute> mutes) {
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
            List<Delivery> deliveries) {
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
                    deliveries);
        }
    }
}

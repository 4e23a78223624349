package io.tidemark.streams.host;

import io.tidemark.streams.meter.TeamMeters;
import java.util.Locale;
import java.util.function.Supplier;

/** A gauge per state that a team's application can be in. */
final class HealthMeter {
    private HealthMeter() {}

    /** The slot must outlive the meters. */
    static void register(TeamMeters meters, Supplier<TeamStatus> status) {
        for (TeamHealth health : TeamHealth.values()) {
            meters.health(
                    health.name().toLowerCase(Locale.ROOT), () -> status.get().health() == health);
        }
    }
}

package io.tidemark.app.health;

import io.tidemark.sinks.sink.SinkStatus;
import io.tidemark.sinks.sink.StoreSink;
import java.util.List;

/** How a sink is. */
public final class SinkHealth {
    private static final String PART = "sink";

    private SinkHealth() {}

    public static Health of(StoreSink sink) {
        return new Health(
                sink.isAlive(),
                List.of(sink.stuck()
                        .map(why -> new ComponentHealth(PART, HealthState.DEGRADED, why))
                        .orElseGet(() -> part(sink.status()))));
    }

    static ComponentHealth part(SinkStatus status) {
        String reason = status.lastError().orElse("");
        return switch (status.state()) {
            case RUNNING -> new ComponentHealth(PART, HealthState.READY, standby(status.others()));
            case RETRYING, REFILLING -> new ComponentHealth(PART, HealthState.DEGRADED, reason);
            case FAILED -> new ComponentHealth(PART, HealthState.FAILED, reason);
            case CLOSED -> new ComponentHealth(PART, HealthState.FAILED, "it is closed");
        };
    }

    private static String standby(List<String> others) {
        return others.isEmpty()
                ? ""
                : "another sink writes the rows of " + String.join(", ", others)
                        + "; this one takes over when that one ends";
    }
}

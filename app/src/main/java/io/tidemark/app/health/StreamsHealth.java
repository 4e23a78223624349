package io.tidemark.app.health;

import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.TeamStatus;
import java.util.ArrayList;
import java.util.List;

/** How a streams host is: a part per team, and one for itself while it cannot ask the broker. */
public final class StreamsHealth {
    static final String PART = "streams";

    private StreamsHealth() {}

    public static Health of(StreamsHost host) {
        List<ComponentHealth> parts = new ArrayList<>();
        host.problem().ifPresent(why -> parts.add(new ComponentHealth(PART, HealthState.DEGRADED, why)));
        host.status().forEach(status -> parts.add(part(status)));
        return new Health(host.isAlive(), parts);
    }

    static ComponentHealth part(TeamStatus status) {
        String part = PART + "/" + status.team();
        return switch (status.health()) {
            case RUNNING -> ComponentHealth.ready(part);
            case STARTING -> new ComponentHealth(part, HealthState.DEGRADED, "starting: " + status.detail());
            case WAITING, DEGRADED -> new ComponentHealth(part, HealthState.DEGRADED, status.detail());
            case FAILED -> new ComponentHealth(part, HealthState.FAILED, status.detail());
        };
    }
}

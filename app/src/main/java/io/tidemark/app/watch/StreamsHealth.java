package io.tidemark.app.watch;

import io.tidemark.streams.StreamsHost;
import io.tidemark.streams.TeamStatus;
import java.util.ArrayList;
import java.util.List;

/** How a streams host is: a part per team, and one for itself while it cannot ask the broker. */
public final class StreamsHealth {
    static final String PART = "streams";

    private StreamsHealth() {}

    public static Health of(StreamsHost host) {
        List<PartHealth> parts = new ArrayList<>();
        host.trouble().ifPresent(why -> parts.add(new PartHealth(PART, HealthState.DEGRADED, why)));
        host.status().forEach(status -> parts.add(part(status)));
        return new Health(host.isAlive(), parts);
    }

    static PartHealth part(TeamStatus status) {
        String part = PART + "/" + status.team();
        return switch (status.health()) {
            case RUNNING -> PartHealth.ready(part);
            case STARTING -> new PartHealth(part, HealthState.DEGRADED, "starting: " + status.detail());
            case WAITING, DEGRADED -> new PartHealth(part, HealthState.DEGRADED, status.detail());
            case FAILED -> new PartHealth(part, HealthState.FAILED, status.detail());
        };
    }
}

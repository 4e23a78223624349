package io.tidemark.app.health;

import io.tidemark.console.server.ConsoleServer;
import io.tidemark.console.view.FeedView;
import java.util.List;
import java.util.Optional;

/** How the console is: a part per team. A console that reads no topics still shows the store, so it is never dead. */
public final class ConsoleHealth {
    private static final String PART = "console";

    private ConsoleHealth() {}

    /** @param console empty until it listens */
    public static Health of(Optional<ConsoleServer> console) {
        List<ComponentHealth> parts = console.map(server ->
                        server.feeds().stream().map(ConsoleHealth::part).toList())
                .orElse(List.of());
        return new Health(true, parts);
    }

    private static ComponentHealth part(FeedView feed) {
        String part = PART + "/" + feed.team();
        return switch (feed.state()) {
            case READY -> ComponentHealth.ready(part);
            case CATCHING_UP ->
                new ComponentHealth(part, HealthState.DEGRADED, "its topics are not read up to the newest record");
            case DOWN -> new ComponentHealth(part, HealthState.DEGRADED, "its topics are not read; the log says why");
        };
    }
}

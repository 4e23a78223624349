package io.tidemark.app.stack;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.DaemonThreads;
import io.tidemark.streams.host.TeamStatus;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Teams whose streams do not run: from the end of a team's application until one runs again. An application that ends at each start is in
 * turns failed and starting, and stopped all the time. Thread-safe.
 */
final class StoppedTeams {
    private static final Logger LOG = LoggerFactory.getLogger(StoppedTeams.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final Map<String, String> reasons = new TreeMap<>();

    /** @return whether a team stopped or runs again */
    synchronized boolean update(List<TeamStatus> teams) {
        boolean changed = false;
        for (TeamStatus status : teams) {
            String team = status.team().name();
            changed |= switch (status.health()) {
                case FAILED -> reasons.putIfAbsent(team, status.detail()) == null;
                case RUNNING -> reasons.remove(team) != null;
                case WAITING, STARTING, DEGRADED -> false;
            };
        }
        return changed;
    }

    synchronized Map<String, String> reasons() {
        return Map.copyOf(reasons);
    }

    synchronized Optional<String> reason(Team team) {
        return Optional.ofNullable(reasons.get(team.name()));
    }

    /** Checks each second, and reports changes, until what is returned is closed. */
    AutoCloseable follow(Supplier<List<TeamStatus>> teams, Consumer<Map<String, String>> listener) {
        return new DaemonThreads("tidemark-stopped-teams")
                .rounds(
                        LOOK_EVERY,
                        LOOK_EVERY,
                        () -> look(teams, listener),
                        e -> LOG.warn("which teams do not run is not written: {}", e.toString()));
    }

    private void look(Supplier<List<TeamStatus>> teams, Consumer<Map<String, String>> listener) {
        if (update(teams.get())) {
            listener.accept(reasons());
        }
    }
}

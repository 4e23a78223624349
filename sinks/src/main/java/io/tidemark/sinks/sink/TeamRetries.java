package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.ResultStore;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Teams whose last batch did not get into the store, and when they are tried again. Not thread-safe. */
final class TeamRetries {
    private static final Logger LOG = LoggerFactory.getLogger(TeamRetries.class);

    private final Progress progress;
    private final NanoClock clock;
    private final SinkMeters meters;
    private final Map<Team, TeamRetry> retries = new HashMap<>();

    TeamRetries(Progress progress, NanoClock clock, SinkMeters meters) {
        this.progress = progress;
        this.clock = clock;
        this.meters = meters;
    }

    /** The team is tried again after a pause; until then nothing more of it is fetched. */
    void later(Team team, RuntimeException e, SinkMeter meter) {
        meters.count(meter);
        TeamRetry retry = retries.computeIfAbsent(team, failed -> new TeamRetry(clock));
        String words = String.valueOf(e.getMessage());
        if (!retry.why().equals(words)) {
            LOG.warn("the sink goes back to its last batch of team {} and tries again: {}", team, words);
            LOG.debug("because of", e);
        }
        retry.longer(words);
        retry.failedBy(meter == SinkMeter.DEFECTS);
        progress.rewind(team);
        progress.pause(team);
    }

    /** Teams whose pause is over are fetched again, from where the store is. */
    void resume(ResultStore store) {
        for (Map.Entry<Team, TeamRetry> entry : retries.entrySet()) {
            if (entry.getValue().begin()) {
                progress.restart(entry.getKey(), store.offsets());
                progress.resume(entry.getKey());
            }
        }
    }

    /** Of other teams another sink writes the rows. The consumer follows these anew, so that those that pause are paused again. */
    void keepOnly(Set<Team> teams) {
        retries.keySet().retainAll(teams);
        retries.keySet().forEach(progress::pause);
    }

    void over(Team team) {
        retries.remove(team);
    }

    boolean contains(Team team) {
        return retries.containsKey(team);
    }

    boolean isPausing(Team team) {
        TeamRetry retry = retries.get(team);
        return retry != null && retry.isPausing();
    }

    Optional<TeamRetry> worst() {
        return retries.values().stream().max(TeamRetry.BY_HARM);
    }
}

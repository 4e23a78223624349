package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.consume.ConsumerProgress;
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

    private final ConsumerProgress progress;
    private final NanoClock clock;
    private final SinkMeters meters;
    private final Map<Team, RetryState> retries = new HashMap<>();

    TeamRetries(ConsumerProgress progress, NanoClock clock, SinkMeters meters) {
        this.progress = progress;
        this.clock = clock;
        this.meters = meters;
    }

    /** The team is tried again after a pause; until then nothing more of it is fetched. */
    void scheduleRetry(Team team, RuntimeException e, SinkMeter meter) {
        meters.count(meter);
        RetryState retry = retries.computeIfAbsent(team, failed -> new RetryState(clock));
        String description = String.valueOf(e.getMessage());
        if (!retry.lastError().equals(description)) {
            LOG.warn("the sink goes back to its last batch of team {} and tries again: {}", team, description);
            LOG.debug("because of", e);
        }
        retry.extendPause(description);
        retry.recordFailure(meter == SinkMeter.DEFECTS);
        progress.rewind(team);
        progress.pause(team);
    }

    /** Teams whose pause is over are fetched again, from where the store is. */
    void resume(ResultStore store) {
        for (Map.Entry<Team, RetryState> entry : retries.entrySet()) {
            if (entry.getValue().startPause()) {
                progress.restart(entry.getKey(), store.offsets());
                progress.resume(entry.getKey());
            }
        }
    }

    /** Of other teams another sink writes the rows. The consumer follows these anew, so that those that pause are paused again. */
    void retainOnly(Set<Team> teams) {
        retries.keySet().retainAll(teams);
        retries.keySet().forEach(progress::pause);
    }

    void clear(Team team) {
        retries.remove(team);
    }

    boolean contains(Team team) {
        return retries.containsKey(team);
    }

    boolean isPausing(Team team) {
        RetryState retry = retries.get(team);
        return retry != null && retry.isPausing();
    }

    Optional<RetryState> longestFailing() {
        return retries.values().stream().max(RetryState.BY_HARM);
    }
}

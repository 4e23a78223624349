package io.tidemark.alerts.dispatch;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.consume.Begin;
import io.tidemark.sinks.consume.ConsumerProgress;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.store.StoreException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.utils.ExponentialBackoff;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The teams whose alerts this process dispatches: claims them in the store, follows their topics, and begins anew with one that failed after a
 * pause. Not thread-safe.
 */
final class DispatchedTeams {
    private static final Logger LOG = LoggerFactory.getLogger(DispatchedTeams.class);
    /** First pause, factor, last pause in milliseconds, and jitter. */
    static final ExponentialBackoff PAUSES = new ExponentialBackoff(200, 2, 10_000, 0.2);

    private final DispatchLoop.Parts parts;
    private final ConsumerProgress progress;
    private final Map<Team, TeamDispatcher> teams = new HashMap<>();
    private final Map<Team, Failure> failures = new HashMap<>();
    /** Teams that lack topics, of which that was reported. */
    private final Set<Team> incomplete = new HashSet<>();

    private Set<Team> others = Set.of();

    /** How often a team failed in a row, and before when it does not begin anew. */
    private record Failure(int count, long retryAtNanos) {}

    DispatchedTeams(DispatchLoop.Parts parts, ConsumerProgress progress) {
        this.parts = parts;
        this.progress = progress;
    }

    /** Claims what there is, begins with teams that are new, and leaves those that another process has. */
    void claim() {
        List<FollowedPartition> all = parts.partitions().partitions();
        Set<Team> there = complete(all);
        Set<Team> held = parts.store().claim(there);
        others = new HashSet<>(there);
        others.removeAll(held);
        Set<Team> fresh = new HashSet<>(held);
        fresh.removeAll(teams.keySet());
        fresh.removeIf(this::isPausing);
        fresh.forEach(team -> progress.restart(team, parts.store().offsets(team)));
        progress.follow(
                all.stream()
                        .filter(partition -> held.contains(partition.team()) && partition.topic() != Topic.ALERTS)
                        .toList(),
                DispatchedTeams::begin);
        fresh.forEach(progress::rewind);
        fresh.forEach(this::resume);
        teams.entrySet().removeIf(entry -> {
            boolean gone = !held.contains(entry.getKey());
            if (gone) {
                entry.getValue().release();
            }
            return gone;
        });
    }

    /** A team whose topic of alerts cannot be written, or whose stored state cannot be read, holds back no other. */
    private void resume(Team team) {
        try {
            teams.put(team, TeamDispatcher.resume(team, parts.store(), parts.options(), parts.shared()));
        } catch (StoreException e) {
            throw e; // in the way of every team
        } catch (RuntimeException e) {
            LOG.warn("alerts of team {} cannot be dispatched yet: {}", team, e.toString());
            LOG.debug("because of", e);
            failed(team);
        }
    }

    /** Teams that have every topic that is read. */
    private Set<Team> complete(List<FollowedPartition> partitions) {
        Map<Team, Set<Topic>> found = new HashMap<>();
        partitions.forEach(partition -> found.computeIfAbsent(partition.team(), first -> EnumSet.noneOf(Topic.class))
                .add(partition.topic()));
        Set<Team> complete = new HashSet<>();
        found.forEach((team, topics) -> {
            if (topics.equals(RecordReader.NEEDED)) {
                complete.add(team);
            } else if (incomplete.add(team)) {
                LOG.warn(
                        "alerts of team {} are not dispatched: it lacks topics; make them with `tidemark admin topics"
                                + " create --team {}`",
                        team,
                        team);
            }
        });
        incomplete.removeAll(complete);
        return complete;
    }

    /** What happened before the first start is history; runs that go on are known from their control records. */
    private static Begin begin(FollowedPartition partition) {
        return partition.topic() == Topic.CONTROL ? Begin.OLDEST : Begin.NEWEST;
    }

    /** The dispatchers of now, by team. */
    Map<Team, TeamDispatcher> all() {
        return Map.copyOf(teams);
    }

    /** Those that another process dispatches. */
    Set<Team> others() {
        return others;
    }

    /** A round of the team worked. */
    void worked(Team team) {
        failures.remove(team);
    }

    boolean anyFailed() {
        return !failures.isEmpty();
    }

    /** A round of the team failed. What is read of it meanwhile is read again once it begins anew. */
    void failed(Team team) {
        int count = failures.getOrDefault(team, new Failure(0, 0)).count();
        long pause = Duration.ofMillis(PAUSES.backoff(count)).toNanos();
        failures.put(
                team, new Failure(count + 1, parts.shared().clocks().elapsed().nanos() + pause));
        parts.shared().meters().retried(team);
        TeamDispatcher dispatcher = teams.remove(team);
        if (dispatcher != null) {
            dispatcher.release();
        }
    }

    private boolean isPausing(Team team) {
        Failure failure = failures.get(team);
        return failure != null && parts.shared().clocks().elapsed().nanos() - failure.retryAtNanos() < 0;
    }

    /** Leaves all of them; the next claim begins anew with each. */
    void release() {
        teams.values().forEach(TeamDispatcher::release);
        teams.clear();
        progress.follow(List.of(), Begin.OLDEST);
    }
}

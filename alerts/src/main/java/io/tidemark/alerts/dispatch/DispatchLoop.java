package io.tidemark.alerts.dispatch;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.sinks.consume.Begin;
import io.tidemark.sinks.consume.ConsumerProgress;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.consume.IntervalTimer;
import io.tidemark.sinks.consume.PartitionSource;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.DeliveryCount;
import io.tidemark.sinks.store.alert.DeliveryState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.utils.ExponentialBackoff;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims teams, reads their topics, and gives each team its rounds. A team whose round failed begins anew from the store after a pause, while the
 * others go on.
 */
final class DispatchLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(DispatchLoop.class);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration CLAIM_EVERY = Duration.ofSeconds(5);
    private static final Duration PROBE_EVERY = Duration.ofSeconds(15);
    private static final Duration FORGET_EVERY = Duration.ofHours(1);
    /** As long as the topic keeps the last record of a key. */
    private static final Duration KEPT = Duration.ofDays(180);
    /** First pause, factor, last pause in milliseconds, and jitter. */
    private static final ExponentialBackoff PAUSES = new ExponentialBackoff(200, 2, 10_000, 0.2);

    /** What the loop works with; it closes none of it. */
    record Parts(
            Consumer<byte[], byte[]> consumer,
            PartitionSource partitions,
            PipelineProbe probe,
            AlertStore store,
            DispatcherOptions options,
            TeamDispatcher.Shared shared) {}

    /** How often a team failed in a row, and before when it does not begin anew. */
    private record Failure(int count, long retryAtNanos) {}

    private final Parts parts;
    private final ConsumerProgress progress;
    private final IntervalTimer claiming;
    private final IntervalTimer probing;
    private final IntervalTimer forgetting;
    private final Map<Team, TeamDispatcher> teams = new HashMap<>();
    private final Map<Team, Failure> failures = new HashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile DispatcherStatus status = DispatcherStatus.starting();
    /** Teams that lack topics, of which that was said. */
    private final Set<Team> incomplete = new HashSet<>();

    private Set<Team> others = Set.of();
    private Map<String, Long> parked = Map.of();
    private String error = "";

    DispatchLoop(Parts parts) {
        this.parts = parts;
        this.progress = new ConsumerProgress(parts.consumer());
        var elapsed = parts.shared().clocks().elapsed();
        this.claiming = new IntervalTimer(CLAIM_EVERY, elapsed);
        this.probing = new IntervalTimer(PROBE_EVERY, elapsed);
        this.forgetting = new IntervalTimer(FORGET_EVERY, elapsed);
    }

    /** For any thread. */
    DispatcherStatus status() {
        return status;
    }

    /** Ends the loop after the round it is in. For any thread. */
    void close() {
        closing.countDown();
        parts.consumer().wakeup();
    }

    @Override
    public void run() {
        int failed = 0;
        while (closing.getCount() > 0) {
            try {
                runOnce();
                failed = 0;
            } catch (WakeupException e) {
                LOG.debug("closing", e);
            } catch (KafkaException | StoreException | RegistryUnavailableException e) {
                failed = failed(e, failed, false);
            } catch (RuntimeException e) {
                failed = failed(e, failed, true);
            }
            report();
        }
        release();
    }

    private int failed(RuntimeException e, int before, boolean defect) {
        if (closing.getCount() == 0) {
            return before;
        }
        String words = String.valueOf(e.getMessage());
        if (defect) {
            LOG.error("the dispatcher of alerts failed on a defect, and starts anew", e);
        } else if (!words.equals(error)) {
            LOG.warn("the dispatcher of alerts starts anew from the store: {}", words);
            LOG.debug("because of", e);
        }
        error = words;
        release();
        pause(PAUSES.backoff(before));
        return before + 1;
    }

    private void release() {
        teams.values().forEach(TeamDispatcher::release);
        teams.clear();
        progress.follow(List.of(), Begin.OLDEST);
        claiming.now();
    }

    private void runOnce() {
        if (claiming.isDue()) {
            claim();
        }
        if (progress.followsNothing()) {
            pause(POLL.toMillis());
            return;
        }
        Map<Team, List<TeamDispatcher.Read>> read = poll();
        if (probing.isDue()) {
            probe();
        }
        for (Team team : List.copyOf(teams.keySet())) {
            round(team, read.getOrDefault(team, List.of()));
        }
        if (forgetting.isDue()) {
            Instant before = parts.shared().clocks().wall().instant().minus(KEPT);
            teams.values().forEach(team -> team.forgetEnded(before));
        }
        if (failures.isEmpty()) {
            error = "";
        }
    }

    private void claim() {
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
                DispatchLoop::begin);
        fresh.forEach(progress::rewind);
        fresh.forEach(
                team -> teams.put(team, TeamDispatcher.resume(team, parts.store(), parts.options(), parts.shared())));
        teams.entrySet().removeIf(entry -> {
            boolean gone = !held.contains(entry.getKey());
            if (gone) {
                entry.getValue().release();
            }
            return gone;
        });
    }

    /** Teams that have every topic; a team that an earlier version made lacks the topic of alerts. */
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

    private Map<Team, List<TeamDispatcher.Read>> poll() {
        try {
            Map<Team, List<TeamDispatcher.Read>> read = new HashMap<>();
            for (ConsumerRecord<byte[], byte[]> record : parts.consumer().poll(POLL)) {
                FollowedPartition from = progress.followed(new TopicPartition(record.topic(), record.partition()));
                read.computeIfAbsent(from.team(), first -> new ArrayList<>())
                        .add(new TeamDispatcher.Read(from, record));
            }
            return read;
        } catch (InvalidOffsetException e) {
            LOG.error("records were lost to Kafka's retention before the rules read them: {}", e.getMessage());
            progress.seekToBeginning(e.partitions());
            return Map.of();
        }
    }

    /** A team that fails is left and begins anew from the store with the next claim. */
    private void round(Team team, List<TeamDispatcher.Read> records) {
        TeamDispatcher dispatcher = teams.get(team);
        if (dispatcher == null) {
            return;
        }
        List<OffsetMove> moves = progress.offsetMoves(team);
        try {
            if (dispatcher.round(records, progress.isAtEnd(team), moves)) {
                progress.moved(moves);
            }
            failures.remove(team);
        } catch (KafkaException | StoreException | RegistryUnavailableException e) {
            LOG.warn("alerts of team {} start anew from the store: {}", team, e.getMessage());
            LOG.debug("because of", e);
            leave(team, dispatcher, e);
        } catch (RuntimeException e) {
            LOG.error("alerts of team {} failed on a defect, and start anew from the store", team, e);
            leave(team, dispatcher, e);
        }
    }

    /** What is read of the team meanwhile is read again once it begins anew. */
    private void leave(Team team, TeamDispatcher dispatcher, RuntimeException e) {
        int count = failures.getOrDefault(team, new Failure(0, 0)).count();
        long pause = Duration.ofMillis(PAUSES.backoff(count)).toNanos();
        failures.put(
                team, new Failure(count + 1, parts.shared().clocks().elapsed().nanos() + pause));
        parts.shared().meters().retried(team);
        error = "team " + team + ": " + e.getMessage();
        dispatcher.release();
        teams.remove(team);
    }

    private boolean isPausing(Team team) {
        Failure failure = failures.get(team);
        return failure != null && parts.shared().clocks().elapsed().nanos() - failure.retryAtNanos() < 0;
    }

    private void probe() {
        for (Map.Entry<Team, TeamDispatcher> entry : teams.entrySet()) {
            try {
                entry.getValue().pipeline(parts.probe().look(entry.getKey()));
            } catch (KafkaException e) {
                // Whoever may not ask for the lag still gets all other alerts.
                LOG.warn("the pipeline of team {} cannot be looked at: {}", entry.getKey(), e.getMessage());
            }
        }
        Map<String, Long> counts = new TreeMap<>();
        for (Team team : teams.keySet()) {
            for (DeliveryCount count : parts.store().deliveryCounts(team)) {
                if (count.state() == DeliveryState.PARKED) {
                    counts.merge(count.receiver(), count.count(), Long::sum);
                }
            }
        }
        parked = counts;
    }

    private void report() {
        Map<String, String> receivers = new TreeMap<>();
        parts.shared()
                .workers()
                .values()
                .forEach(worker -> worker.error().ifPresent(words -> receivers.put(worker.name(), words)));
        status = new DispatcherStatus(error, names(teams.keySet()), names(others), receivers, parked);
    }

    private static List<String> names(Set<Team> teams) {
        return teams.stream().map(Team::name).sorted().toList();
    }

    private void pause(long millis) {
        try {
            if (closing.await(millis, TimeUnit.MILLISECONDS)) {
                LOG.debug("closing");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closing.countDown();
        }
    }
}

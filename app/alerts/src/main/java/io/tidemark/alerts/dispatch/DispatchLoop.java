package io.tidemark.alerts.dispatch;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.PollTimeout;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.schemas.time.RoundWatch;
import io.tidemark.sinks.consume.ConsumerProgress;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.consume.IntervalTimer;
import io.tidemark.sinks.consume.PartitionSource;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.alert.AlertStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the topics of its teams and gives each team its rounds. A team whose round failed begins anew from the store, and one whose round took longer
 * than its turn is paused for a round, while the others go on.
 */
final class DispatchLoop implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(DispatchLoop.class);
    private static final Duration CLAIM_EVERY = Duration.ofSeconds(5);
    private static final Duration PROBE_EVERY = Duration.ofSeconds(15);
    /** What a team may take of a round. */
    private static final Duration TURN = Duration.ofMillis(250);

    private static final Duration FORGET_EVERY = Duration.ofHours(1);
    /** As long as the topic keeps the last record of a key. */
    private static final Duration KEPT = Duration.ofDays(180);

    /** What the loop works with; it closes none of it. */
    record Parts(
            Consumer<byte[], byte[]> consumer,
            PartitionSource partitions,
            PipelineProbe probe,
            AlertStore store,
            DispatcherOptions options,
            TeamDispatcher.Shared shared) {}

    private final Parts parts;
    private final ConsumerProgress progress;
    private final DispatchedTeams teams;
    /** Teams whose last round took longer than their turn: paused until a round in which that is true of no other. */
    private final Set<Team> paused = new HashSet<>();

    private final NanoClock elapsed;
    private final IntervalTimer claiming;
    private final IntervalTimer probing;
    private final IntervalTimer forgetting;
    private final PollTimeout polling;
    private final RoundWatch rounds;
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile DispatcherStatus status = DispatcherStatus.starting();
    private String error = "";

    DispatchLoop(Parts parts) {
        this.parts = parts;
        this.progress = new ConsumerProgress(parts.consumer());
        this.teams = new DispatchedTeams(parts, progress);
        this.elapsed = parts.shared().clocks().elapsed();
        this.claiming = new IntervalTimer(CLAIM_EVERY, elapsed);
        this.probing = new IntervalTimer(PROBE_EVERY, elapsed);
        this.forgetting = new IntervalTimer(FORGET_EVERY, elapsed);
        this.polling = new PollTimeout(elapsed);
        this.rounds = new RoundWatch(elapsed);
    }

    /** For any thread. */
    DispatcherStatus status() {
        return rounds.stuck().map(status::withError).orElse(status);
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
            } catch (RuntimeException e) {
                failed = failed(e, failed);
            }
            report();
        }
        release();
    }

    private int failed(RuntimeException e, int before) {
        if (closing.getCount() == 0) {
            return before;
        }
        String description = String.valueOf(e.getMessage());
        if (!isOutage(e)) {
            LOG.error("the dispatcher of alerts failed on a defect, and starts anew", e);
        } else if (!description.equals(error)) {
            LOG.warn("the dispatcher of alerts starts anew from the store: {}", description);
            LOG.debug("because of", e);
        }
        error = description;
        release();
        pause(DispatchedTeams.PAUSES.backoff(before));
        return before + 1;
    }

    private static boolean isOutage(RuntimeException e) {
        return e instanceof KafkaException || e instanceof StoreException || e instanceof RegistryUnavailableException;
    }

    private void release() {
        teams.release();
        claiming.now();
    }

    private void runOnce() {
        if (claiming.isDue()) {
            teams.claim();
        }
        if (progress.followsNothing()) {
            pause(polling.nextMillis());
            return;
        }
        Map<Team, List<TeamDispatcher.Read>> read = poll();
        if (probing.isDue()) {
            probe();
        }
        rounds.round(() -> turns(read));
        if (forgetting.isDue()) {
            Instant before = parts.shared().clocks().wall().instant().minus(KEPT);
            teams.all().values().forEach(dispatcher -> dispatcher.forgetEnded(before));
        }
        if (!teams.anyFailed()) {
            error = "";
        }
    }

    private Map<Team, List<TeamDispatcher.Read>> poll() {
        try {
            Map<Team, List<TeamDispatcher.Read>> read = new HashMap<>();
            // What was fetched of the others is there; the paused teams need not wait for more.
            Duration timeout = paused.isEmpty() ? polling.next() : Duration.ZERO;
            for (ConsumerRecord<byte[], byte[]> record : parts.consumer().poll(timeout)) {
                polling.onActivity();
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

    private void turns(Map<Team, List<TeamDispatcher.Read>> read) {
        Set<Team> before = Set.copyOf(paused);
        teams.all().forEach((team, dispatcher) -> {
            if (!before.contains(team)) {
                round(team, dispatcher, read.getOrDefault(team, List.of()));
            }
        });
        if (paused.equals(before)) {
            paused.forEach(progress::resume);
            paused.clear();
        }
    }

    /** A team that fails is left and begins anew from the store with the next claim. */
    private void round(Team team, TeamDispatcher dispatcher, List<TeamDispatcher.Read> records) {
        long until = elapsed.nanos() + TURN.toNanos();
        try {
            rewind(dispatcher.begin(records, progress.isAtEnd(team), until));
            List<OffsetMove> moves = progress.offsetMoves(team);
            if (dispatcher.end(moves)) {
                progress.moved(moves);
            }
            if (elapsed.nanos() - until > 0) {
                progress.pause(team);
                paused.add(team);
            }
            teams.worked(team);
        } catch (RuntimeException e) {
            left(team, e);
        }
    }

    /** They are read again in the team's next turn. */
    private void rewind(List<TeamDispatcher.Read> leftOver) {
        Set<TopicPartition> rewound = new HashSet<>();
        for (TeamDispatcher.Read read : leftOver) {
            if (rewound.add(read.from().inKafka())) {
                parts.consumer().seek(read.from().inKafka(), read.record().offset());
            }
        }
    }

    private void left(Team team, RuntimeException e) {
        if (isOutage(e)) {
            LOG.warn("alerts of team {} start anew from the store: {}", team, e.getMessage());
            LOG.debug("because of", e);
        } else {
            LOG.error("alerts of team {} failed on a defect, and start anew from the store", team, e);
        }
        teams.failed(team);
        error = "team " + team + ": " + e.getMessage();
    }

    private void probe() {
        teams.all().forEach((team, dispatcher) -> {
            try {
                dispatcher.pipeline(parts.probe().look(team));
            } catch (KafkaException e) {
                // Without permission to read the consumer lag, all other alerts still work.
                LOG.warn("the pipeline of team {} cannot be looked at: {}", team, e.getMessage());
            } catch (StoreException e) {
                throw e; // in the way of every team
            } catch (RuntimeException e) {
                left(team, e);
            }
        });
    }

    private void report() {
        Map<String, String> receivers = new TreeMap<>();
        parts.shared()
                .workers()
                .values()
                .forEach(worker -> worker.error().ifPresent(description -> receivers.put(worker.name(), description)));
        Map<String, Long> parked = new TreeMap<>();
        teams.all()
                .values()
                .forEach(dispatcher ->
                        dispatcher.parked().forEach((receiver, count) -> parked.merge(receiver, count, Long::sum)));
        status = new DispatcherStatus(error, names(teams.all().keySet()), names(teams.others()), receivers, parked);
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

package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.AlertEvent;
import io.tidemark.events.AlertStatus;
import io.tidemark.events.SloBreach;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.kafka.TopicReader;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** A dispatcher that is killed again and again, with a receiver that fails in a third of its answers, loses no alert and leaves none open. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("integration")
final class DispatcherFaultsTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration STAYS = Duration.ofSeconds(3);

    @TempDir
    private static Path folder;

    private LocalCluster cluster;

    @BeforeAll
    void startCluster() {
        cluster = LocalCluster.start(folder.resolve("cluster"));
    }

    @AfterAll
    void stopCluster() {
        cluster.close();
    }

    @Test
    void threeKills() throws Exception {
        new Trial(new Team("few"), 3, 12, 7).run();
    }

    @Test
    @Tag("long")
    void twentyKillsAndThirtyBreaches() throws Exception {
        new Trial(new Team("many"), 20, 30, 11).run();
    }

    /** One run of a seed. */
    private final class Trial {
        private final Team team;
        private final int kills;
        private final int breaches;
        private final Random random;
        private final Path store;

        Trial(Team team, int kills, int breaches, long seed) {
            this.team = team;
            this.kills = kills;
            this.breaches = breaches;
            this.random = new Random(seed);
            this.store = folder.resolve(team.name() + ".db");
        }

        void run() throws Exception {
            try (FlakyReceiverServer receiver = new FlakyReceiverServer(random.nextLong());
                    TeamTopics topics = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), team);
                    AlertStore seen = StoreAddress.of(store).openAlerts()) {
                try (ChildJvm first = start(receiver)) {
                    Await.until(() -> !seen.offsets(team).isEmpty(), LIMIT, first::printed);
                    publishAndKill(receiver, topics, first);
                }
                receiver.recover();
                try (ChildJvm last = start(receiver)) {
                    Await.until(() -> isDone(seen), LIMIT, () -> state(seen) + last.printed());
                    Await.until(() -> seen.unpublished(team).isEmpty(), LIMIT, last::printed);
                }
                check(seen, receiver);
            }
        }

        private ChildJvm start(FlakyReceiverServer receiver) {
            return ChildJvm.start(
                    DispatcherProcess.class,
                    List.of("-Xmx128m"),
                    List.of(
                            cluster.bootstrapServers(),
                            cluster.registryUrl(),
                            store.toString(),
                            receiver.url().toString(),
                            team.name()),
                    folder.resolve(team.name() + ".log"));
        }

        /** Breaches open and close while dispatchers are killed at random moments of their lives. */
        private void publishAndKill(FlakyReceiverServer receiver, TeamTopics topics, ChildJvm first) throws Exception {
            List<SloBreach> records = DrawnBreaches.of(breaches, random, Instant.now());
            int next = 0;
            ChildJvm child = first;
            for (int kill = 0; kill < kills; kill++) {
                int until = records.size() * (kill + 1) / kills;
                while (next < until) {
                    SloBreach record = records.get(next++);
                    topics.send(Topic.BREACHES, record.getBreach(), record);
                    topics.flush();
                    LockSupport.parkNanos(random.nextInt(200) * 1_000_000L);
                }
                LockSupport.parkNanos((long) (random.nextDouble() * STAYS.toNanos()));
                child.kill();
                if (kill + 1 < kills) {
                    child = start(receiver);
                }
            }
        }

        private boolean isDone(AlertStore seen) {
            List<Alert> alerts = seen.newest(team, 1_000);
            return alerts.size() == breaches
                    && alerts.stream().allMatch(alert -> alert.state() == AlertState.RESOLVED)
                    && seen.pending(team).isEmpty();
        }

        private String state(AlertStore seen) {
            return seen.newest(team, 1_000).size() + " alerts, waiting: " + seen.pending(team) + "\n";
        }

        private void check(AlertStore seen, FlakyReceiverServer receiver) {
            OutboxCheck.everyAlertWasToldFiringAndResolvedLast(seen.newest(team, 1_000), seen, receiver);
            assertThat(seen.newest(team, 1_000)).hasSize(breaches);
            checkTopic();
        }

        /** The last record of each alert on the topic is what the store holds. */
        private void checkTopic() {
            EventDecoder<AlertEvent> decoder = SchemaRegistry.connect(RegistryConfig.embedded(cluster.registryUrl()))
                    .decoder(AlertEvent.class);
            Map<String, AlertEvent> last = new HashMap<>();
            for (ConsumerRecord<String, byte[]> record :
                    new TopicReader(cluster.bootstrapServers()).committed(Topic.ALERTS.in(team))) {
                last.put(
                        record.key(),
                        decoder.decode(
                                new RecordPosition(record.topic(), record.partition(), record.offset()),
                                record.value()));
            }
            assertThat(last).hasSize(breaches);
            assertThat(last.values()).extracting(AlertEvent::getState).containsOnly(AlertStatus.RESOLVED);
            assertThat(new HashSet<>(last.values().stream()
                            .map(alert -> alert.getLabels().get("objective"))
                            .toList()))
                    .hasSize(breaches);
        }
    }
}

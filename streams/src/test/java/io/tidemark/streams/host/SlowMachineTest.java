package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.Finality;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.Given;
import io.tidemark.streams.TeamDriver;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.topology.TeamTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.Stores;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Work that takes longer than a transaction may take at first, and cannot be made smaller. */
@Tag("integration")
class SlowMachineTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Team TEAM = new Team("alpha");
    private static final Duration USUAL = Duration.ofSeconds(2);
    private static final Duration WORK = Duration.ofSeconds(5);

    private final AtomicInteger tries = new AtomicInteger();

    @TempDir
    private Path folder;

    @Test
    void transactionsThatKafkaEndsBeforeTheyAreDoneAreAllowedLonger() throws Exception {
        RestartPolicy patience = new RestartPolicy(
                new ExponentialBackoff(Duration.ofMillis(100), Duration.ofMillis(400)),
                Duration.ofSeconds(1),
                Duration.ofMinutes(1),
                USUAL);
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics team = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM);
                StreamsHost host = StreamsHost.start(
                        options(cluster),
                        new StreamsHost.Dependencies(
                                InstantSource.system(),
                                HostMeterRegistry.discarding(),
                                patience,
                                this::withSlowRecord))) {
            Await.until(() -> isWell(host), LIMIT, () -> "" + host.status());
            Set<TeamHealth> seen = ConcurrentHashMap.newKeySet();
            Thread watching = new Thread(() -> watch(host, seen), "watching");
            watching.setDaemon(true);
            watching.start();
            Instant start = InstantSource.system().instant();
            team.send(Given.control(Given.run().build()));
            team.sendRaw(Topic.DEAD_LETTERS, "garbage", new byte[] {1});
            AtomicInteger second = new AtomicInteger();
            Set<String> told = new LinkedHashSet<>();
            Await.until(
                    () -> {
                        host.status(TEAM).map(TeamStatus::detail).ifPresent(told::add);
                        speak(team, start, second.getAndIncrement());
                        return team.read(Topic.WINDOWS, WindowStats.class).stream()
                                .anyMatch(window -> window.getFinality() == Finality.FINAL);
                    },
                    LIMIT,
                    () -> tries + " tries; " + host.status());
            watching.interrupt();
            watching.join();
            assertThat(seen).as("no application ended by itself").doesNotContain(TeamHealth.FAILED);
            assertThat(tries.get()).as("each try but the last was taken back").isBetween(2, 6);
            assertThat(told)
                    .as("what /health shows")
                    .anyMatch(detail -> detail.startsWith("this machine is slow: a transaction of the streams took "));
        }
    }

    private static void watch(StreamsHost host, Set<TeamHealth> seen) {
        while (!Thread.currentThread().isInterrupted()) {
            host.status(TEAM).map(TeamStatus::health).ifPresent(seen::add);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** So that there is something to commit in each second. */
    private static void speak(TeamTopics team, Instant start, int number) {
        double second = Duration.between(TeamDriver.EPOCH, start).toMillis() / 1_000.0 + number;
        team.send(Given.ok(number, second, 100, 100).setTokenBatches(0).build());
        team.send(Given.heartbeat(second + 0.5, 0, number + 1)
                .setLaneSeq(number)
                .setNextTokenBatch(0)
                .setNextRequest(number + 1)
                .build());
        team.flush();
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
    }

    private StreamsOptions options(LocalCluster cluster) {
        return StreamsOptions.of(
                        cluster.bootstrapServers(),
                        RegistryConfig.embedded(cluster.registryUrl()),
                        folder.resolve("state"))
                .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofMillis(100)));
    }

    private Topology withSlowRecord(Team team, TeamServices tools) {
        return TeamTopology.of(team, tools, 2)
                .addSource(
                        "slow-source",
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        Topic.DEAD_LETTERS.in(team))
                .addProcessor("slow", this::slow, "slow-source")
                .addStateStore(
                        Stores.keyValueStoreBuilder(
                                Stores.inMemoryKeyValueStore("slow-store"), Serdes.String(), Serdes.Integer()),
                        "slow");
    }

    private ContextualProcessor<byte[], byte[], Void, Void> slow() {
        return new ContextualProcessor<>() {
            @Override
            public void process(Record<byte[], byte[]> ignored) {
                KeyValueStore<String, Integer> store = context().getStateStore("slow-store");
                store.put("tries", tries.incrementAndGet()); // its changelog record opens the transaction
                LockSupport.parkNanos(WORK.toNanos());
            }
        };
    }

    private static boolean isWell(StreamsHost host) {
        return host.status(TEAM)
                .filter(status -> status.health() == TeamHealth.RUNNING)
                .isPresent();
    }
}

package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.registry.HttpGate;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.Given;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.topology.TeamTopology;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host whose registry goes away and comes back, and one of whose processors has a bug until it is mended. */
@Tag("integration")
class RecoveryTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Team TEAM = new Team("alpha");
    private static final RestartPolicy SHORT = new RestartPolicy(
            new ExponentialBackoff(Duration.ofMillis(100), Duration.ofMillis(400)),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            TransactionTimeout.DEFAULT);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicBoolean broken = new AtomicBoolean(true);

    @TempDir
    private Path folder;

    @Test
    void anOutageDegradesAndADefectEndsAndBothAreOvercome() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                HttpGate gate = new HttpGate(cluster.registryUrl());
                TeamTopics team = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), TEAM);
                StreamsHost host = start(cluster, gate)) {
            awaitHealth(host, TeamHealth.RUNNING);

            // The registry is away when the first schema is needed.
            gate.refuse(503);
            team.send(Given.tokens(0, 0.0, 100, 20, 2).build());
            team.send(Given.heartbeat(1, 1, 0).setClosing(true).build());
            team.flush();
            assertThat(awaitHealth(host, TeamHealth.DEGRADED).detail())
                    .contains("could not be asked")
                    .contains(gate.url());
            gate.pass();
            awaitHealth(host, TeamHealth.RUNNING);
            Await.until(() -> !team.read(Topic.WINDOWS, WindowStats.class).isEmpty(), LIMIT, () -> "" + host.status());
            assertThat(team.records(Topic.DEAD_LETTERS)).isEmpty();
            assertThat(failures("outage")).isPositive();
            assertThat(failures("defect")).isZero();

            // A record that a processor has a bug with.
            team.sendRaw(Topic.DEAD_LETTERS, "garbage", new byte[] {1});
            team.flush();
            assertThat(awaitHealth(host, TeamHealth.FAILED).detail()).contains("a bug of a processor");
            Await.until(() -> failures("defect") >= 2 && restarts() >= 2, LIMIT, () -> "restarts " + restarts());
            broken.set(false);
            awaitHealth(host, TeamHealth.RUNNING);

            // Kafka's own figures come with the first fetch and the first commit of the new application.
            Await.until(() -> lag("tokens") == 0 && commits() > 0, LIMIT, () -> "lag " + lag("tokens"));
            assertThat(meters.get(StreamsMeter.RESTORE.id()).timer().count()).isPositive();
        }
    }

    private StreamsHost start(LocalCluster cluster, HttpGate gate) {
        StreamsOptions options = StreamsOptions.of(
                        cluster.bootstrapServers(), RegistryConfig.embedded(gate.url()), folder.resolve("state"))
                .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofMillis(100)));
        return StreamsHost.start(
                options,
                new StreamsHost.Dependencies(
                        InstantSource.system(), new HostMeterRegistry(meters, true), SHORT, this::withFault));
    }

    /** The team's topology with one processor more, which dead letters bring down while it is broken. */
    private Topology withFault(Team team, TeamServices tools) {
        return TeamTopology.of(team, tools, 2)
                .addSource(
                        "fault-source",
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer(),
                        Topic.DEAD_LETTERS.in(team))
                .addProcessor(
                        "fault",
                        () -> new ContextualProcessor<byte[], byte[], Void, Void>() {
                            @Override
                            public void process(Record<byte[], byte[]> ignored) {
                                if (broken.get()) {
                                    throw new IllegalStateException("a bug of a processor");
                                }
                            }
                        },
                        "fault-source");
    }

    /** Returns the status that had it: the next may be another. */
    private static TeamStatus awaitHealth(StreamsHost host, TeamHealth health) {
        AtomicReference<TeamStatus> seen = new AtomicReference<>();
        Await.until(
                () -> {
                    host.status(TEAM)
                            .filter(status -> status.health() == health)
                            .ifPresent(seen::set);
                    return seen.get() != null;
                },
                LIMIT,
                () -> "" + host.status());
        return seen.get();
    }

    private double failures(String kind) {
        return meters.get(StreamsMeter.FAILURES.id())
                .tag("kind", kind)
                .counter()
                .count();
    }

    private double restarts() {
        return meters.get(StreamsMeter.RESTARTS.id()).counter().count();
    }

    /** NaN while none is measured. */
    private double lag(String topic) {
        Gauge lag = meters.find(StreamsMeter.LAG.id()).tag("topic", topic).gauge();
        return lag == null ? Double.NaN : lag.value();
    }

    private double commits() {
        FunctionCounter commits = meters.find(StreamsMeter.COMMITS.id()).functionCounter();
        return commits == null ? 0 : commits.count();
    }
}

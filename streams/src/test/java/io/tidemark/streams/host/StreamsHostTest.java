package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.Given;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
class StreamsHostTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Team WHOLE = new Team("whole");
    private static final Team BROKEN = new Team("broken");

    @TempDir
    private Path folder;

    @Test
    void aTeamWithoutOneOfItsTopicsWaitsAndStopsNoOther() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics whole = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), WHOLE);
                TeamTopics broken = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), BROKEN)) {
            delete(cluster, Topic.WINDOWS.in(BROKEN));
            StreamsOptions options = options(cluster);
            try (StreamsHost host = StreamsHost.start(options, InstantSource.system())) {
                Await.until(() -> health(host, WHOLE) == TeamHealth.RUNNING, LIMIT, () -> "" + host.status());
                assertThat(host.status(BROKEN).orElseThrow().health()).isEqualTo(TeamHealth.WAITING);
                assertThat(host.status(BROKEN).orElseThrow().detail()).contains("tidemark.broken.windows");

                whole.sendRaw(Topic.REQUESTS, "garbage", new byte[] {7});
                whole.send(Given.tokens(0, 0.0, 100, 20, 2).build());
                whole.send(Given.heartbeat(1, 1, 0).setClosing(true).build());
                whole.flush();
                Await.until(
                        () -> !whole.read(Topic.WINDOWS, WindowStats.class).isEmpty(), LIMIT, () -> "" + host.status());
                assertThat(whole.records(Topic.DEAD_LETTERS)).hasSize(1);
                assertThat(broken.records(Topic.DEAD_LETTERS)).isEmpty();

                assertThatThrownBy(() -> StreamsHost.start(options, InstantSource.system()))
                        .hasMessageContaining("in use by another streams host");
            }
        }
    }

    /** Its result holds texts of the run beside them. */
    @Test
    void aStepWithAsManyFlagsAsItsTopicTakesHasAResult() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics whole = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), WHOLE);
                StreamsHost host = StreamsHost.start(options(cluster), InstantSource.system())) {
            whole.send(
                    Given.control(Given.run().setExperiment("e".repeat(4_096)).build()));
            whole.send(Given.control(Given.step(0)
                    .setFlags(Collections.nCopies(255, "f".repeat(4_096)))
                    .build()));
            whole.send(Given.ok(0, 0.5, 100, 200).build());
            whole.flush();

            Await.until(() -> !whole.read(Topic.STEPS, StepResult.class).isEmpty(), LIMIT, () -> "" + host.status());
            assertThat(host.status(WHOLE).orElseThrow().failures()).isZero();
        }
    }

    @Test
    void aHostWithoutEventsWritesNothingAndTakesTheNextOnes() throws Exception {
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics whole = TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), WHOLE);
                Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()));
                StreamsHost host = StreamsHost.start(options(cluster), InstantSource.system())) {
            Await.until(() -> health(host, WHOLE) == TeamHealth.RUNNING, LIMIT, () -> "" + host.status());
            // Several ticks, commits and scans long. Offsets of the group, transactions and state are topics, too.
            Await.until(() -> isSilent(admin, Duration.ofSeconds(4)), LIMIT, () -> "something is written all the time");

            whole.send(Given.tokens(0, 0.0, 100, 20, 2).build());
            whole.send(Given.heartbeat(1, 1, 0).setClosing(true).build());
            whole.flush();
            Await.until(() -> !whole.read(Topic.WINDOWS, WindowStats.class).isEmpty(), LIMIT, () -> "" + host.status());
        }
    }

    private static boolean isSilent(Admin admin, Duration time) {
        Map<TopicPartition, Long> before = ends(admin);
        Await.moment(InstantSource.system().instant().plus(time));
        return ends(admin).equals(before);
    }

    /** Of all topics, Kafka's own among them. */
    private static Map<TopicPartition, Long> ends(Admin admin) {
        try {
            Set<String> names = admin.listTopics(new ListTopicsOptions().listInternal(true))
                    .names()
                    .get();
            Map<TopicPartition, OffsetSpec> newest = new HashMap<>();
            admin.describeTopics(names)
                    .allTopicNames()
                    .get()
                    .forEach((name, topic) -> topic.partitions()
                            .forEach(partition ->
                                    newest.put(new TopicPartition(name, partition.partition()), OffsetSpec.latest())));
            Map<TopicPartition, Long> ends = new HashMap<>();
            admin.listOffsets(newest).all().get().forEach((partition, end) -> ends.put(partition, end.offset()));
            return ends;
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private StreamsOptions options(LocalCluster cluster) {
        return StreamsOptions.of(
                        cluster.bootstrapServers(),
                        RegistryConfig.embedded(cluster.registryUrl()),
                        folder.resolve("state"))
                .withTuning(new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(1)));
    }

    private static TeamHealth health(StreamsHost host, Team team) {
        return host.status(team).map(TeamStatus::health).orElse(TeamHealth.WAITING);
    }

    private static boolean isListed(Admin admin, String topic) {
        try {
            return admin.listTopics().names().get().contains(topic);
        } catch (ExecutionException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void delete(LocalCluster cluster, String topic) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", cluster.bootstrapServers()))) {
            admin.deleteTopics(List.of(topic)).all().get(5, TimeUnit.MINUTES);
            Await.until(() -> !isListed(admin, topic), LIMIT, () -> topic + " is still listed");
        }
    }
}

package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.cluster.local.LocalClusterOptions;
import io.tidemark.events.RequestEvent;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that really stops while events are published, and comes back with its data. */
@Tag("integration")
final class KafkaAwayTest {
    private static final Team TEAM = new Team("perf");
    private static final Instant DUE = Instant.parse("2026-11-20T12:00:00Z");
    private static final long SMALL_MEMORY_BYTES = 300_000;

    @TempDir
    private Path folder;

    private static RequestEvent request(long number) {
        return RequestEvent.newBuilder()
                .setRun("R")
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(number)
                .setRequest("lane-0-" + number)
                .setTarget("t")
                .setModel("m")
                .setDue(DUE)
                .build();
    }

    private static void publish(KafkaPublisher publisher, long from, long until) {
        for (long n = from; n < until; n++) {
            publisher.publish(request(n));
        }
    }

    private KafkaPublisher publisher(LocalCluster cluster, long spoolBytes) {
        SpoolSettings spool = new SpoolSettings(Optional.of(folder.resolve("spool")), spoolBytes, SMALL_MEMORY_BYTES);
        return KafkaPublisher.connect(
                new PublisherSettings(cluster.bootstrapServers(), Map.of(), spool),
                SchemaRegistry.connect(RegistryConfig.embedded(cluster.registryUrl())),
                TEAM,
                new Clocks(NanoClock.SYSTEM, InstantSource.system()));
    }

    private LocalCluster start() {
        LocalCluster cluster = LocalCluster.start(LocalClusterOptions.in(folder.resolve("cluster"))
                .listeningOn("127.0.0.1", FreePorts.next(), FreePorts.next()));
        LocalStack.bootstrap(
                new ClusterConnection(
                        cluster.bootstrapServers(), RegistryConfig.embedded(cluster.registryUrl()), Map.of()),
                List.of(TEAM));
        return cluster;
    }

    private LocalCluster again(LocalCluster before) {
        int kafka = URI.create("kafka://" + before.bootstrapServers()).getPort();
        int registry = URI.create(before.registryUrl()).getPort();
        return LocalCluster.start(
                LocalClusterOptions.in(folder.resolve("cluster")).listeningOn("127.0.0.1", kafka, registry));
    }

    /** Numbers of the requests in the order in which Kafka has them; one lane is one partition. */
    private static List<Long> stored(LocalCluster cluster) {
        SchemaRegistry registry = SchemaRegistry.connect(RegistryConfig.embedded(cluster.registryUrl()));
        var decoder = registry.decoder(RequestEvent.class);
        try (TeamTopics wire = TeamTopics.of(cluster.bootstrapServers(), cluster.registryUrl(), TEAM)) {
            return wire.records(Topic.REQUESTS).stream()
                    .map(record ->
                            decoder.decode(position(record), record.value()).getLaneSeq())
                    .toList();
        }
    }

    /** A flush gives up on a Kafka that says nothing for some seconds; one that has just started may. */
    private static void flushWhole(KafkaPublisher publisher) {
        Await.until(
                () -> {
                    publisher.flush();
                    return publisher.backlog().events() == 0;
                },
                () -> "not flushed: " + publisher.backlog());
    }

    private static RecordPosition position(ConsumerRecord<String, byte[]> record) {
        return new RecordPosition(record.topic(), record.partition(), record.offset());
    }

    @Test
    void nothingIsLostDoubledOrOutOfOrderAndWhatTheSpoolCannotHoldIsCounted() throws Exception {
        LocalCluster before = start();
        try (KafkaPublisher publisher = publisher(before, 1 << 20)) {
            publish(publisher, 0, 500);
            before.close();
            publish(publisher, 500, 5_000);
            assertThat(publisher.backlog().spooled()).isPositive();
            try (LocalCluster after = again(before)) {
                publish(publisher, 5_000, 6_000);
                flushWhole(publisher);
                assertThat(publisher.lost()).isZero();
                assertThat(stored(after))
                        .isEqualTo(LongStream.range(0, 6_000).boxed().toList());
            }
            // Away again, for more than the spool holds.
            publish(publisher, 6_000, 60_000);
            assertThat(publisher.lost()).isPositive();
            assertThat(publisher.lossReason()).contains("spool").contains("was full (1048576 bytes)");
            try (LocalCluster after = again(before)) {
                flushWhole(publisher);
                assertThat(publisher.lost() + stored(after).size()).isEqualTo(60_000);
                assertThat(stored(after)).isSorted().doesNotHaveDuplicates();
            }
        }
        assertThat(folder.resolve("spool")).doesNotExist();
    }
}

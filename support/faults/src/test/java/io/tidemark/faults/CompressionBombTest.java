package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Row 27: a record that is large and compresses well, as docs/operate/security.md and the runbook say it: a topic's limit is of compressed bytes, whoever
 * reads the record ends, and goes on once it is deleted.
 */
@Tag("faults")
class CompressionBombTest {
    private static final Team TEAM = new Team("alpha");

    /** 64 times what a topic takes, and as much as the heap of the host. */
    private static final int RECORD_BYTES = 64 << 20;

    private static final List<String> SMALL_HEAP = List.of("-Xmx64m", "-XX:+ExitOnOutOfMemoryError");

    @TempDir
    private Path folder;

    @Test
    void aRecordBeyondTheHeapIsTakenByTheBrokerEndsTheHostAndCanBeDeleted() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("27 compression", 20, 10, 0));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team(TEAM.name(), shape);
            RecordMetadata taken = send(scene);

            for (int start = 0; start < 2; start++) {
                ChildJvm host = scene.host(scene.place("host"), SMALL_HEAP);
                assertThat(host.awaitEnd(FaultScenario.LIMIT)).isEqualTo(3); // the JVM's on an OutOfMemoryError
            }
            delete(scene, taken);
            scene.host(scene.place("host"), SMALL_HEAP);
            FaultScenario row = new FaultScenario("27 compression", team);
            row.mustBeExact(row.begin(settings));

            uncompress(scene);
            assertThatThrownBy(() -> send(scene))
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(RecordTooLargeException.class);
        }
    }

    private static RecordMetadata send(ClusterFixture scene) throws Exception {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                scene.kafka().bootstrapServers(),
                "compression.type",
                "zstd",
                "max.request.size",
                2 * RECORD_BYTES,
                "buffer.memory",
                2L * RECORD_BYTES);
        try (KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer())) {
            return producer.send(new ProducerRecord<>(Topic.REQUESTS.in(TEAM), 0, "key", new byte[RECORD_BYTES]))
                    .get();
        }
    }

    private static void delete(ClusterFixture scene, RecordMetadata record) throws Exception {
        try (Admin admin = admin(scene)) {
            admin.deleteRecords(Map.of(
                            new TopicPartition(record.topic(), record.partition()),
                            RecordsToDelete.beforeOffset(record.offset() + 1)))
                    .all()
                    .get();
        }
    }

    /** Then the broker unpacks what it takes, and holds the bytes against the limit. */
    private static void uncompress(ClusterFixture scene) throws Exception {
        try (Admin admin = admin(scene)) {
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, Topic.REQUESTS.in(TEAM)),
                            List.of(new AlterConfigOp(
                                    new ConfigEntry(TopicConfig.COMPRESSION_TYPE_CONFIG, "uncompressed"),
                                    AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
    }

    private static Admin admin(ClusterFixture scene) {
        return Admin.create(Map.of("bootstrap.servers", scene.kafka().bootstrapServers()));
    }
}

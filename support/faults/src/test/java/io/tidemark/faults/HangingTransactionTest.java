package io.tidemark.faults;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Row 3: a transaction of a dead host runs out while the only broker is away. Kafka 4.3.1 forgets to end about every fifth of them
 * (KAFKA-20734); none may stay open, and good events stay exact.
 */
@Tag("faults")
class HangingTransactionTest {
    private static final Duration TRANSACTION = Duration.ofSeconds(3);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    @Test
    void noTransactionOfADeadHostStaysOpen() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("3 forgotten transactions", 60, 100, 6));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("3 forgotten transactions", team);
            ChildJvm host = scene.host("host");
            RealTimeLoad load = row.begin(settings);
            int[] round = {0};
            row.strike(load, settings, () -> {
                leaveOpen(scene, "tidemark.alpha.streams-dead-" + round[0]++);
                scene.kafka().node(0).process().kill();
                Await.moment(InstantSource.system().instant().plus(TRANSACTION));
                scene.kafka().node(0).restart();
                return "a transaction ran out while the broker was away";
            });
            row.mustBeExact(load);
            try (Admin admin =
                    Admin.create(Map.of("bootstrap.servers", scene.kafka().bootstrapServers()))) {
                Await.until(() -> open(admin) == 0, LIMIT, () -> open(admin) + " transactions are open");
            }
            row.tell(round[0] + " transactions ran out, " + HostAndBrokerTest.forgotten(host)
                    + " ends of them in a partition that Kafka forgot were made up for; none is open");
        }
    }

    private static void leaveOpen(ClusterFixture scene, String transactionalId)
            throws ExecutionException, InterruptedException {
        Map<String, Object> config = Map.of(
                "bootstrap.servers",
                scene.kafka().bootstrapServers(),
                "transactional.id",
                transactionalId,
                "max.block.ms",
                "600000",
                "transaction.timeout.ms",
                Long.toString(TRANSACTION.toMillis()));
        KafkaProducer<String, byte[]> producer =
                new KafkaProducer<>(config, new StringSerializer(), new ByteArraySerializer());
        scene.closeAtEnd(() -> producer.close(Duration.ZERO));
        producer.initTransactions();
        producer.beginTransaction();
        for (TopicPartition partition : partitions()) {
            byte[] letter = "of a dead host".getBytes(StandardCharsets.UTF_8);
            var unused = producer.send(new ProducerRecord<>(partition.topic(), partition.partition(), "", letter))
                    .get();
        }
    }

    private static List<TopicPartition> partitions() {
        String letters = Topic.DEAD_LETTERS.in(new Team("alpha"));
        return IntStream.range(0, ClusterFixture.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(letters, partition))
                .toList();
    }

    private static long open(Admin admin) {
        try {
            return admin.describeProducers(partitions()).all().get(10, TimeUnit.SECONDS).values().stream()
                    .flatMap(partition -> partition.activeProducers().stream())
                    .filter(producer -> producer.currentTransactionStartOffset().isPresent())
                    .count();
        } catch (ExecutionException | TimeoutException e) {
            return Long.MAX_VALUE; // not known yet
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}

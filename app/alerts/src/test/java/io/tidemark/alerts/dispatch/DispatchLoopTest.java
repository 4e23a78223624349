package io.tidemark.alerts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.alerts.rule.TeamRules;
import io.tidemark.events.BreachState;
import io.tidemark.events.Finality;
import io.tidemark.events.SloBreach;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.consume.PartitionSource;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertStore;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Two teams of one process: each poll of the consumer is a round. */
final class DispatchLoopTest {
    private static final Team NOISY = new Team("noisy");
    private static final Team QUIET = new Team("quiet");
    private static final TopicPartition NOISY_LETTERS = place(Topic.DEAD_LETTERS, NOISY);

    @TempDir
    private Path folder;

    private final AtomicLong nanos = new AtomicLong();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>(AutoOffsetResetStrategy.NONE.name());
    private final SchemaRegistry registry = SchemaRegistry.inProcess(NOISY);
    private AlertStore store;
    private DispatchLoop loop;

    @BeforeEach
    void open() {
        List<FollowedPartition> partitions = Stream.of(NOISY, QUIET)
                .flatMap(team -> RecordReader.NEEDED.stream().map(topic -> new FollowedPartition(team, topic, 0, "id")))
                .toList();
        Map<TopicPartition, Long> empty = new HashMap<>();
        partitions.forEach(partition -> empty.put(partition.inKafka(), 0L));
        consumer.updateBeginningOffsets(empty);
        consumer.updateEndOffsets(empty);
        registry.register(QUIET);
        store = StoreAddress.of(folder.resolve("results.db")).openAlerts();
        loop = loop(partitions);
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Each look at the clock takes a millisecond. */
    @Test
    void aTeamWhoseRecordsTakeLongIsPausedUntilTheOtherTeamHadItsTurn() {
        List<Set<TopicPartition>> paused = new ArrayList<>();
        List<Alert> alerts = new ArrayList<>();
        consumer.schedulePollTask(() -> letters(NOISY, 500));
        consumer.schedulePollTask(() -> {
            paused.add(consumer.paused());
            letters(QUIET, 1);
        });
        consumer.schedulePollTask(() -> {
            paused.add(consumer.paused());
            alerts.addAll(store.active(QUIET));
            loop.close();
        });
        consumer.schedulePollTask(() -> {});
        loop.run();

        assertThat(paused.get(0))
                .contains(NOISY_LETTERS)
                .noneMatch(partition -> partition.topic().startsWith(QUIET.prefix()));
        assertThat(alerts).extracting(Alert::name).containsExactly("DeadLetters");
        assertThat(paused.get(1)).as("its next turn").isEmpty();
    }

    @Test
    void whatALongTurnLeavesOverIsReadAgainAndNotStoredAsRead() {
        List<Long> positions = new ArrayList<>();
        consumer.schedulePollTask(() -> letters(NOISY, 500));
        consumer.schedulePollTask(() -> {
            positions.add(consumer.position(NOISY_LETTERS));
            loop.close();
        });
        loop.run();

        assertThat(positions.get(0)).isBetween(200L, 250L);
        assertThat(store.offsets(NOISY).entrySet())
                .filteredOn(offset -> offset.getKey().topic().equals(Topic.DEAD_LETTERS.stream()))
                .singleElement()
                .satisfies(offset -> assertThat(offset.getValue().nextOffset()).isEqualTo(positions.get(0)));
    }

    @Test
    void theFirstRecordThatARuleFailsOnIsLoggedAndAllAreCounted() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        Logger logger = (Logger) LoggerFactory.getLogger(TeamDispatcher.class);
        logger.addAppender(lines);
        byte[] unknown = registry.encoder(Topic.BREACHES, NOISY, SloBreach.class)
                .encode(Events.breach(BreachState.UNKNOWN, Finality.FINAL).build());
        consumer.schedulePollTask(() -> {
            for (int offset = 0; offset < 3; offset++) {
                consumer.addRecord(new ConsumerRecord<>(Topic.BREACHES.in(NOISY), 0, offset, new byte[0], unknown));
            }
        });
        consumer.schedulePollTask(loop::close);
        loop.run();
        logger.detachAppender(lines);

        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.ERROR);
            assertThat(line.getFormattedMessage()).contains(Topic.BREACHES.in(NOISY));
        });
        assertThat(meters.get(AlertMeter.UNDECODABLE.id())
                        .tags("team", NOISY.name())
                        .counter()
                        .count())
                .isEqualTo(3);
    }

    private void letters(Team team, int many) {
        for (int offset = 0; offset < many; offset++) {
            consumer.addRecord(new ConsumerRecord<>(Topic.DEAD_LETTERS.in(team), 0, offset, new byte[0], new byte[0]));
        }
    }

    private static TopicPartition place(Topic topic, Team team) {
        return new TopicPartition(topic.in(team), 0);
    }

    private DispatchLoop loop(List<FollowedPartition> partitions) {
        DispatcherClocks clocks =
                new DispatcherClocks(() -> nanos.addAndGet(Duration.ofMillis(1).toNanos()), () -> Events.START);
        DispatcherMeters dispatcherMeters = new DispatcherMeters(meters);
        return new DispatchLoop(new DispatchLoop.Parts(
                consumer,
                new Partitions(partitions),
                new PipelineProbe(awayAdmin(), store, List.of()),
                store,
                new DispatcherOptions(
                        "mock",
                        Map.of(),
                        RegistryConfig.embedded("mock"),
                        StoreAddress.of(folder.resolve("results.db")),
                        Set.of(),
                        TeamRules.Configuration.defaults(),
                        List.of(),
                        alert -> List.of(),
                        List.of()),
                new TeamDispatcher.Shared(
                        new RecordReader(registry, dispatcherMeters),
                        new AlertPublisher(producer(), registry),
                        Map.of(),
                        clocks,
                        dispatcherMeters)));
    }

    private static MockProducer<String, byte[]> producer() {
        Node broker = new Node(0, "mock", 9092);
        Node[] brokers = {broker};
        List<PartitionInfo> alerts = Stream.of(NOISY, QUIET)
                .map(team -> new PartitionInfo(Topic.ALERTS.in(team), 0, broker, brokers, brokers))
                .toList();
        return new MockProducer<>(
                new Cluster("mock", List.of(broker), alerts, Set.of(), Set.of()),
                true,
                new RoundRobinPartitioner(),
                new StringSerializer(),
                new ByteArraySerializer());
    }

    /** Without a cluster the pipeline cannot be looked at. */
    private static Admin awayAdmin() {
        return (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    throw new KafkaException("away");
                });
    }

    private record Partitions(List<FollowedPartition> partitions) implements PartitionSource {
        @Override
        public Map<TopicPartition, Long> ends(Collection<TopicPartition> of) {
            throw new UnsupportedOperationException("the dispatcher does not ask where partitions end");
        }
    }
}

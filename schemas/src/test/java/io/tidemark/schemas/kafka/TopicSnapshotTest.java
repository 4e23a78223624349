package io.tidemark.schemas.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.SampleRequests;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed.From;
import io.tidemark.schemas.kafka.RecordFeed.Tap;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** A topic of two partitions: the first holds two requests, a tombstone and what is no event, the other nothing. */
final class TopicSnapshotTest {
    private static final Team TEAM = new Team("perf");
    private static final String TOPIC = Topic.REQUESTS.in(TEAM);

    private final SchemaRegistry registry = new SchemaRegistry(
            new MockSchemaRegistryClient(List.of(new AvroSchemaProvider())), RegistryConfig.embedded("mock"));
    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
    private final List<String> seen = new ArrayList<>();
    private final Tap<RequestEvent> tap = new Tap<>(
            TOPIC, From.BEGINNING, registry.decoder(RequestEvent.class), event -> seen.add(event.getRequest()));

    TopicSnapshotTest() {
        TopicPartition first = new TopicPartition(TOPIC, 0);
        TopicPartition second = new TopicPartition(TOPIC, 1);
        consumer.updatePartitions(
                TOPIC,
                List.of(new PartitionInfo(TOPIC, 0, null, null, null), new PartitionInfo(TOPIC, 1, null, null, null)));
        consumer.updateBeginningOffsets(Map.of(first, 0L, second, 0L));
        consumer.updateEndOffsets(Map.of(first, 4L, second, 0L));
    }

    private byte[] request(String id) {
        return registry.encoder(Topic.REQUESTS, TEAM, RequestEvent.class)
                .encode(SampleRequests.ok().setRequest(id).build());
    }

    private void add(long offset, byte @Nullable [] value) {
        consumer.schedulePollTask(() -> consumer.addRecord(new ConsumerRecord<>(TOPIC, 0, offset, null, value)));
    }

    @Test
    void allUpToTheEndIsHandedOverAndWhatIsNoEventIsPassedOver() {
        add(0, request("a"));
        add(1, null);
        add(2, new byte[] {1, 2, 3});
        add(3, request("b"));

        TopicSnapshot.read(consumer, tap);

        assertThat(seen).containsExactly("a", "b");
    }

    @Test
    void aRecordThatItsTakerFailsOnIsPassedOverAndTheOnesAfterItAreHandedOver() {
        Tap<RequestEvent> failing = new Tap<>(TOPIC, From.BEGINNING, registry.decoder(RequestEvent.class), event -> {
            seen.add(event.getRequest());
            if (event.getRequest().equals("b")) {
                throw new ArithmeticException("long overflow");
            }
        });
        add(0, request("a"));
        add(1, request("b"));
        add(2, request("c"));
        add(3, request("d"));

        TopicSnapshot.read(consumer, failing);

        assertThat(seen).containsExactly("a", "b", "c", "d");
    }

    @Test
    void ofManyRecordsThatItsTakerFailsOnTheFirstOfEachKindOfErrorIsLogged() {
        Tap<RequestEvent> failing = new Tap<>(TOPIC, From.BEGINNING, registry.decoder(RequestEvent.class), event -> {
            throw event.getRequest().equals("c") ? new StackOverflowError() : new AssertionError();
        });
        Logger logger = (Logger) LoggerFactory.getLogger(RecordFailures.class);
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        logged.start();
        logger.addAppender(logged);
        add(0, request("a"));
        add(1, request("b"));
        add(2, request("c"));
        add(3, request("d"));

        TopicSnapshot.read(consumer, failing);
        logger.detachAppender(logged);

        assertThat(failing.failures().count()).isEqualTo(4);
        assertThat(logged.list)
                .extracting(event -> event.getThrowableProxy().getClassName())
                .containsExactly("java.lang.AssertionError", "java.lang.StackOverflowError");
    }

    @Test
    void aBrokerThatFallsSilentBeforeTheEndIsNotTakenForIt() {
        add(0, request("a"));

        assertThatThrownBy(() -> TopicSnapshot.read(consumer, tap))
                .isInstanceOf(TimeoutException.class)
                .hasMessage("Kafka gave nothing of " + TOPIC + " for 15 s, though it is not at its end");
    }
}

package io.tidemark.producer.publish;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.spool.NoSpool;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KafkaPublisherTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private final SchemaRegistry registry =
            new SchemaRegistry(new MockSchemaRegistryClient(), RegistryConfig.embedded("http://registry.test"));
    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(true, null, new StringSerializer(), new ByteArraySerializer());
    private final KafkaPublisher publisher = publisher(producer);

    private KafkaPublisher publisher(MockProducer<String, byte[]> to) {
        return publisher(to, new Clocks(NanoClock.SYSTEM, InstantSource.fixed(NOW)));
    }

    private KafkaPublisher publisher(MockProducer<String, byte[]> to, Clocks clocks) {
        Outbox outbox = new Outbox(SpoolSettings.off().outboxLimits(), new NoSpool(), clocks.elapsed());
        return new KafkaPublisher(
                KafkaDelivery.start(outbox, to, clocks),
                new EventRecords(registry, new Team("perf"), clocks.wall()),
                new Team("perf"));
    }

    @AfterEach
    void close() {
        publisher.close();
    }

    private static RequestEvent request() {
        return RequestEvent.newBuilder()
                .setRun("R")
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(0)
                .setRequest("lane-0-17")
                .setTarget("t")
                .setModel("m")
                .setDue(NOW)
                .build();
    }

    @Test
    void eachEventGoesToItsTopicUnderItsKey() {
        publisher.publish(request());
        publisher.publish(TokenBatch.newBuilder()
                .setRun("R")
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(0)
                .setRequest("lane-0-17")
                .setTarget("t")
                .setDue(NOW)
                .setSentNanos(0)
                .setBatch(0)
                .setFirstChunk(0)
                .setBaseNanos(0)
                .setGapsNanos(List.of())
                .setKinds(List.of())
                .setTokens(List.of())
                .setSizesBytes(List.of())
                .setLast(true)
                .build());
        publisher.publish(Heartbeat.newBuilder()
                .setRun("R")
                .setLane("lane-0")
                .setLaneSeq(0)
                .setAt(NOW)
                .setPublishedThrough(NOW)
                .setTokenBatches(0)
                .setRequests(0)
                .build());
        publisher.publish(ControlEvent.newBuilder()
                .setAt(NOW)
                .setState(StepState.newBuilder()
                        .setRun("R")
                        .setStep(3)
                        .setLoad(1)
                        .setStarted(NOW)
                        .setMeasureFrom(NOW)
                        .build())
                .build());
        publisher.flush();

        assertThat(producer.history().stream().map(record -> record.topic() + " " + record.key()))
                .containsExactly(
                        "tidemark.perf.requests R/lane-0/17",
                        "tidemark.perf.tokens R/lane-0/17",
                        "tidemark.perf.heartbeats R/lane-0",
                        "tidemark.perf.control step/R/3");
    }

    @Test
    void whatIsWrittenCanBeRead() {
        publisher.publish(request());
        publisher.flush();

        ProducerRecord<String, byte[]> record = producer.history().get(0);
        RequestEvent read =
                registry.decoder(RequestEvent.class).decode(new RecordPosition(record.topic(), 0, 0), record.value());
        assertThat(read).isEqualTo(request());
    }

    @Test
    void whatTheBrokerRefusesIsCounted() {
        producer.sendException = new RecordTooLargeException("2 MiB");
        publisher.publish(request());
        publisher.publish(request());
        publisher.flush();

        assertThat(publisher.lost()).isEqualTo(2);
        assertThat(publisher.lossReason()).isEqualTo("Kafka refused an event for tidemark.perf.requests: 2 MiB");
    }

    /** What is left at the end would be lost: a broker that a busy machine keeps from answering has two minutes. */
    @Test
    void withoutASpoolTheEndWaitsLongerThanWithOne() throws Exception {
        AtomicLong nanos = new AtomicLong();
        Clocks clocks = new Clocks(nanos::get, InstantSource.fixed(NOW));
        MockProducer<String, byte[]> slow =
                new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
        try (KafkaPublisher waiting = publisher(slow, clocks)) {
            waiting.publish(request());
            FutureTask<Void> end = new FutureTask<>(waiting::flush, null);
            new Thread(end, "end").start();
            while (slow.history().isEmpty()) {
                Thread.onSpinWait();
            }
            nanos.addAndGet(Duration.ofSeconds(100).toNanos());
            assertThatExceptionOfType(TimeoutException.class).isThrownBy(() -> end.get(300, TimeUnit.MILLISECONDS));
            assertThat(waiting.lost()).isZero();
            slow.completeNext();
            end.get();
            assertThat(waiting.lost()).isZero();
        }
    }

    @Test
    void aTeamsProducersSpeakUnderOneNameForQuotasToBeSetOn() {
        Team perf = new Team("perf");
        assertThat(PublisherSettings.of("b:9092").properties(perf))
                .containsEntry(ProducerConfig.CLIENT_ID_CONFIG, "tidemark.perf.producer");
        assertThat(new PublisherSettings("b:9092", Map.of("client.id", "mine"), SpoolSettings.off()).properties(perf))
                .containsEntry(ProducerConfig.CLIENT_ID_CONFIG, "mine");
    }

    @Test
    void settingsThatTruthRestsOnCannotBeOverruled() {
        var properties = new PublisherSettings(
                        "b:9092",
                        Map.of(
                                ProducerConfig.ACKS_CONFIG, "0",
                                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, "5",
                                ProducerConfig.LINGER_MS_CONFIG, "5"),
                        SpoolSettings.off())
                .properties();

        assertThat(properties)
                .containsEntry(ProducerConfig.ACKS_CONFIG, "all")
                .containsEntry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true)
                .containsEntry(ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION, 1)
                .containsEntry(ProducerConfig.LINGER_MS_CONFIG, "5");
    }
}

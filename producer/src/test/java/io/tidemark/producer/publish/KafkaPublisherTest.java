package io.tidemark.producer.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.schemas.serde.Registry;
import io.tidemark.schemas.serde.RegistryConfig;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

class KafkaPublisherTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private final Registry registry =
            new Registry(new MockSchemaRegistryClient(), RegistryConfig.embedded("http://registry.test"));
    private final MockProducer<String, byte[]> producer =
            new MockProducer<>(false, null, new StringSerializer(), new ByteArraySerializer());
    private final KafkaPublisher publisher =
            new KafkaPublisher(producer, registry, new Team("perf"), new Clocks(() -> 0, InstantSource.fixed(NOW)));

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

        ProducerRecord<String, byte[]> record = producer.history().get(0);
        RequestEvent read =
                registry.decoder(RequestEvent.class).decode(new RecordPosition(record.topic(), 0, 0), record.value());
        assertThat(read).isEqualTo(request());
    }

    @Test
    void whatTheBrokerRefusesIsCounted() {
        publisher.publish(request());
        publisher.publish(request());
        producer.errorNext(new TimeoutException("no broker"));
        producer.completeNext();

        assertThat(publisher.lost()).isEqualTo(1);
    }

    @Test
    void settingsThatTruthRestsOnCannotBeOverruled() {
        var properties = new PublisherSettings(
                        "b:9092", Map.of(ProducerConfig.ACKS_CONFIG, "0", ProducerConfig.LINGER_MS_CONFIG, "5"))
                .properties();

        assertThat(properties)
                .containsEntry(ProducerConfig.ACKS_CONFIG, "all")
                .containsEntry(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true)
                .containsEntry(ProducerConfig.LINGER_MS_CONFIG, "5");
    }
}

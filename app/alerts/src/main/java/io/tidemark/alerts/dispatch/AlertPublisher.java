package io.tidemark.alerts.dispatch;

import io.tidemark.events.AlertEvent;
import io.tidemark.events.AlertStatus;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/** Publishes alerts to the topic {@code alerts} of their team. Not thread-safe. */
final class AlertPublisher {
    private final Producer<String, byte[]> producer;
    private final SchemaRegistry registry;
    private final Map<Team, EventEncoder<AlertEvent>> encoders = new HashMap<>();

    AlertPublisher(Producer<String, byte[]> producer, SchemaRegistry registry) {
        this.producer = producer;
        this.registry = registry;
    }

    /**
     * Returns when Kafka has all of them.
     *
     * @throws KafkaException if it does not take one
     */
    void publish(List<Alert> alerts) {
        await(alerts.stream()
                .map(alert -> send(
                        alert.id(),
                        encoders.computeIfAbsent(
                                        alert.team(), team -> registry.encoder(Topic.ALERTS, team, AlertEvent.class))
                                .encode(event(alert))))
                .toList());
    }

    /** The same of alerts that are over their retention: the topic forgets them. */
    void forget(List<AlertId> alerts) {
        await(alerts.stream().map(alert -> send(alert, null)).toList());
    }

    private Future<RecordMetadata> send(AlertId alert, byte @Nullable [] value) {
        String topic = Topic.ALERTS.in(alert.team());
        int partitions = producer.partitionsFor(topic).size();
        String key = Keys.alert(alert.fingerprint(), alert.startsAt());
        return producer.send(new ProducerRecord<>(topic, Topic.ALERTS.partition(key, partitions), key, value));
    }

    private static void await(List<Future<RecordMetadata>> sends) {
        for (Future<RecordMetadata> send : sends) {
            RecordMetadata unused = await(send, "an alert could not be published");
        }
    }

    /**
     * Waits for what Kafka answers.
     *
     * @param failure beginning of the exception's message
     * @throws KafkaException if it gives none
     */
    static <T> T await(Future<T> answer, String failure) {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw new KafkaException(failure + ": " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException(failure + ": interrupted", e);
        }
    }

    static AlertEvent event(Alert alert) {
        return AlertEvent.newBuilder()
                .setAlert(Keys.alert(alert.id().fingerprint(), alert.startsAt()))
                .setLabels(new TreeMap<>(alert.labels()))
                .setState(AlertStatus.valueOf(alert.state().name()))
                .setStartsAt(alert.startsAt())
                .setEndsAt(alert.endsAt().orElse(null))
                .setRevision(alert.revision())
                .setUpdated(alert.updatedAt())
                .setReason(alert.reason())
                .setAnnotations(new TreeMap<>(alert.annotations()))
                .setInhibitedBy(alert.inhibitedBy())
                .build();
    }
}

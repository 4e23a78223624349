package io.tidemark.app.stack;

import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import java.util.concurrent.ExecutionException;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/** Publishes single records to topics of a team that are there. */
public record RecordPublisher(ClusterConnection connection, Team team) {
    /**
     * Returns when Kafka has it.
     *
     * @throws OperationException if Kafka does not take it
     */
    public <T extends SpecificRecord> void publish(Topic topic, String key, T event, Class<T> type) {
        String name = topic.in(team);
        try (Producer<String, byte[]> producer =
                new KafkaProducer<>(connection.kafkaSettings(), new StringSerializer(), new ByteArraySerializer())) {
            EventEncoder<T> encoder = connection.schemas().encoder(topic, team, type);
            int partition = topic.partition(key, producer.partitionsFor(name).size());
            producer.send(new ProducerRecord<>(name, partition, key, encoder.encode(event)))
                    .get();
        } catch (ExecutionException e) {
            throw refused(name, e.getCause() == null ? e : e.getCause());
        } catch (KafkaException | IllegalStateException e) {
            throw refused(name, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException(name + ": interrupted");
        }
    }

    private static OperationException refused(String topic, Throwable why) {
        return new UnavailableException(topic + ": " + why.getMessage(), why);
    }
}

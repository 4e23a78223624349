package io.tidemark.producer.publish;

import io.tidemark.schemas.serde.EventEncoder;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Encodes the events of one topic; thread-safe around an encoder that is not. */
final class TopicWriter<T extends SpecificRecord> {
    private final String topic;
    private final EventEncoder<T> encoder;

    TopicWriter(String topic, EventEncoder<T> encoder) {
        this.topic = topic;
        this.encoder = encoder;
    }

    synchronized ProducerRecord<String, byte[]> record(String key, T event) {
        return new ProducerRecord<>(topic, key, encoder.encode(event));
    }
}

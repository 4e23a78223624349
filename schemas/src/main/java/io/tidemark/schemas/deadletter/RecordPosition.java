package io.tidemark.schemas.deadletter;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Where a record stands; partition and offset are -1 where Kafka did not say. */
public record RecordPosition(String topic, int partition, long offset) {
    public static RecordPosition of(ConsumerRecord<?, ?> record) {
        return new RecordPosition(record.topic(), record.partition(), record.offset());
    }

    @Override
    public String toString() {
        return topic + "[" + partition + "]@" + offset;
    }
}

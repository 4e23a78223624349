package io.tidemark.streams.topology;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.streams.processor.TimestampExtractor;

/** The broker's append time, or the partition's time where a record has none: event time lives in the values only. */
final class AppendTimeExtractor implements TimestampExtractor {
    @Override
    public long extract(ConsumerRecord<Object, Object> consumed, long partitionTime) {
        return consumed.timestamp() >= 0 ? consumed.timestamp() : Math.max(0, partitionTime);
    }
}

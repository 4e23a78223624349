package io.tidemark.streams.kafka;

import java.util.Map;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Reports to the object under {@value #LISTENER} the topic and the time of each record that was acknowledged. Made by Kafka's producer by its name. */
public final class AppendTimeInterceptor implements ProducerInterceptor<byte[], byte[]> {
    /** Producer setting: a {@link BiConsumer} of topic and epoch milliseconds. */
    public static final String LISTENER = "tidemark.append.times";

    private BiConsumer<String, Long> listener = (topic, millis) -> {};

    @Override
    @SuppressWarnings("unchecked") // no other code puts anything under this name
    public void configure(Map<String, ?> settings) {
        Object given = settings.get(LISTENER);
        if (given instanceof BiConsumer<?, ?> consumer) {
            listener = (BiConsumer<String, Long>) consumer;
        }
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        return record;
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
        if (failure == null && metadata != null && metadata.hasTimestamp()) {
            listener.accept(metadata.topic(), metadata.timestamp());
        }
    }

    @Override
    public void close() {
        // nothing was opened
    }
}

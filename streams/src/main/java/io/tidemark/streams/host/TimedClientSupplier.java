package io.tidemark.streams.host;

import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/** Kafka's clients, of which producers time their transactions and let them last as long as {@link TransactionTimeout} allows. Thread-safe. */
record TimedClientSupplier(TransactionTimeout timeout, InstantSource clock) implements KafkaClientSupplier {
    @Override
    public Admin getAdmin(Map<String, Object> config) {
        return Admin.create(config);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> config) {
        Map<String, Object> allowing = new HashMap<>(config);
        allowing.put(
                ProducerConfig.TRANSACTION_TIMEOUT_CONFIG,
                Math.toIntExact(timeout.allowed().toMillis()));
        return new TimedProducer(allowing);
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return getConsumer(config);
    }

    /** Used by one stream thread. */
    private final class TimedProducer extends KafkaProducer<byte[], byte[]> {
        private static final long NONE = -1;

        private long beganNanos = NONE;

        TimedProducer(Map<String, Object> config) {
            super(config, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public void beginTransaction() {
            super.beginTransaction();
            beganNanos = NanoClock.SYSTEM.nanos();
        }

        @Override
        public void commitTransaction() {
            super.commitTransaction();
            timeout.committed(tookMillis(), clock.millis());
            beganNanos = NONE;
        }

        @Override
        public void abortTransaction() {
            lose();
            super.abortTransaction();
        }

        /** Kafka Streams closes a producer whose transaction Kafka ended, without a call of {@link #abortTransaction()}. */
        @Override
        public void close(Duration limit) {
            lose();
            super.close(limit);
        }

        private void lose() {
            if (beganNanos != NONE) {
                timeout.lost(tookMillis(), clock.millis());
                beganNanos = NONE;
            }
        }

        private long tookMillis() {
            return TimeUnit.NANOSECONDS.toMillis(NanoClock.SYSTEM.nanos() - beganNanos);
        }
    }
}

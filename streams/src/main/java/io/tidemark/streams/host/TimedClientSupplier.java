package io.tidemark.streams.host;

import io.tidemark.schemas.kafka.PollTimeout;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.schemas.time.RoundWatch;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * Kafka's clients of one application, of which producers time their transactions and let them last as long as {@link TransactionTimeout} allows, and
 * consumers wait longer for records where none come. Thread-safe.
 */
final class TimedClientSupplier implements KafkaClientSupplier {
    private final TransactionTimeout timeout;
    private final InstantSource clock;
    /** Of all threads of the application: what one sends is soon another's to read. */
    private final PollTimeout polling = new PollTimeout(NanoClock.SYSTEM);
    /** Of each stream thread: from one poll to the next. */
    private final Set<RoundWatch> rounds = ConcurrentHashMap.newKeySet();

    TimedClientSupplier(TransactionTimeout timeout, InstantSource clock) {
        this.timeout = timeout;
        this.clock = clock;
    }

    /** How long a stream thread has worked on the same records, if that is too long. */
    Optional<String> stuck() {
        return rounds.stream().flatMap(thread -> thread.stuck().stream()).findFirst();
    }

    /** There is more to do than to wait for records. */
    void onActivity() {
        polling.onActivity();
    }

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
        return new IdlingConsumer(config);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> config) {
        return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> config) {
        return getRestoreConsumer(config);
    }

    /** Used by one stream thread. What is due beside the records, work that a tick left over among it, sends records while it lasts. */
    private final class IdlingConsumer extends KafkaConsumer<byte[], byte[]> {
        private final RoundWatch round = new RoundWatch(NanoClock.SYSTEM);

        IdlingConsumer(Map<String, Object> config) {
            super(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            rounds.add(round);
        }

        /** A thread that has other work than records asks with no wait at all. */
        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration wait) {
            round.end();
            ConsumerRecords<byte[], byte[]> records = super.poll(wait.isZero() ? wait : polling.next());
            round.begin();
            if (!records.isEmpty()) {
                polling.onActivity();
            }
            return records;
        }

        @Override
        public void close(CloseOptions option) {
            rounds.remove(round);
            super.close(option);
        }
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
            polling.onActivity();
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

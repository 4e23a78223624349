package io.tidemark.console.live;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.RecordFeed.Source;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.sink.StoreSink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Where the topics of teams end, for committed records. Thread-safe. */
public final class TopicEnds implements AutoCloseable {
    private static final Duration ANSWERS_WITHIN = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final NanoClock clock;
    private final ReentrantLock asking = new ReentrantLock();

    public TopicEnds(Source source) {
        this(
                new KafkaConsumer<>(source.settings(), new ByteArrayDeserializer(), new ByteArrayDeserializer()),
                NanoClock.SYSTEM);
    }

    TopicEnds(Consumer<byte[], byte[]> consumer, NanoClock clock) {
        this.consumer = consumer;
        this.clock = clock;
    }

    /**
     * Of each partition of the topics that a store keeps; topics that are not there are left out.
     *
     * @throws TimeoutException if the cluster does not answer within 5 s, in all
     * @throws org.apache.kafka.common.KafkaException if it refuses an answer
     */
    public Map<TopicPartition, Long> of(Team team) {
        long begun = clock.nanos();
        try {
            if (!asking.tryLock(ANSWERS_WITHIN.toNanos(), TimeUnit.NANOSECONDS)) {
                throw late();
            }
        } catch (InterruptedException e) {
            throw new InterruptException(e);
        }
        try {
            List<TopicPartition> partitions = StoreSink.topics().stream()
                    .filter(Topic::isRequired)
                    .map(topic -> topic.in(team))
                    .flatMap(topic -> consumer.partitionsFor(topic, left(begun)).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            return consumer.endOffsets(partitions, left(begun));
        } finally {
            asking.unlock();
        }
    }

    private Duration left(long begunNanos) {
        Duration left = ANSWERS_WITHIN.minusNanos(clock.nanos() - begunNanos);
        if (left.isNegative() || left.isZero()) {
            throw late();
        }
        return left;
    }

    private static TimeoutException late() {
        return new TimeoutException("the cluster did not answer within " + ANSWERS_WITHIN.toSeconds() + " s");
    }

    @Override
    public void close() {
        asking.lock();
        try {
            consumer.close();
        } finally {
            asking.unlock();
        }
    }
}

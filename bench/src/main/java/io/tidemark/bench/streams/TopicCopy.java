package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Fills another team's inputs with the same bytes in the same partitions. */
final class TopicCopy {
    private static final List<Topic> INPUTS = List.of(Topic.CONTROL, Topic.TOKENS, Topic.REQUESTS, Topic.HEARTBEATS);
    private static final Duration POLL = Duration.ofMillis(200);

    private final BenchmarkCluster stack;
    private final Team from;
    private final Team to;
    private final AtomicReference<@Nullable Exception> failed = new AtomicReference<>();

    private TopicCopy(BenchmarkCluster stack, Team from, Team to) {
        this.stack = stack;
        this.from = from;
        this.to = to;
    }

    static void of(BenchmarkCluster stack, Team from, Team to) throws InterruptedException, ExecutionException {
        stack.create(to);
        TopicCopy copy = new TopicCopy(stack, from, to);
        try (KafkaProducer<byte[], byte[]> producer = stack.producer()) {
            INPUTS.forEach(topic -> copy.all(topic, producer));
        }
        if (copy.failed.get() != null) {
            throw new IllegalStateException("team " + from + " could not be copied", copy.failed.get());
        }
    }

    private void all(Topic topic, KafkaProducer<byte[], byte[]> producer) {
        try (KafkaConsumer<byte[], byte[]> consumer = stack.consumer(from, topic)) {
            long left = consumer.endOffsets(BenchmarkCluster.partitions(from, topic)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            while (left > 0) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                    var unused = producer.send(
                            new ProducerRecord<>(topic.in(to), record.partition(), record.key(), record.value()),
                            (sent, error) -> failed.compareAndSet(null, error));
                    left--;
                }
            }
        }
    }
}

package io.tidemark.sinks.sink;

import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;

/** Dead letters over a producer: the raw value, with origin and reason as headers. */
final class KafkaDeadLetterSender implements DeadLetterSender {
    private final Producer<byte[], byte[]> producer;

    KafkaDeadLetterSender(Producer<byte[], byte[]> producer) {
        this.producer = producer;
    }

    @Override
    public void send(List<FetchedBatch.DeadLetterRecord> letters) {
        List<Future<RecordMetadata>> sent =
                letters.stream().map(letter -> producer.send(record(letter))).toList();
        if (!sent.isEmpty()) {
            producer.flush();
        }
        sent.forEach(KafkaDeadLetterSender::requireSent);
    }

    private static ProducerRecord<byte[], byte[]> record(FetchedBatch.DeadLetterRecord letter) {
        byte[] raw = letter.value() == null ? new byte[0] : letter.value();
        return new ProducerRecord<>(
                Topic.DEAD_LETTERS.in(letter.team()),
                null,
                letter.why().key().getBytes(StandardCharsets.UTF_8),
                DeadLetter.value(raw),
                letter.why().headersFor(raw));
    }

    private static void requireSent(Future<RecordMetadata> future) {
        try {
            future.get();
        } catch (ExecutionException e) {
            throw new KafkaException("a dead letter could not be sent: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaException("a dead letter could not be sent: interrupted", e);
        }
    }
}

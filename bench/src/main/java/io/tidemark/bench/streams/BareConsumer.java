package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.TokenBatchDecoder;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The yardstick: threads that read a team's tokens and requests to their ends, each with a consumer of its own on its share of the
 * partitions, with the fetch settings of the topology.
 */
final class BareConsumer {
    private static final Duration POLL = Duration.ofMillis(200);

    private final BenchmarkCluster stack;
    private final NanoClock clock;

    /** What was read; {@code counted} is the sum of what the reader makes of each record. */
    record Read(ReadRate pace, long records, long counted) {}

    /** What several threads have read of all there is, together. Thread-safe. */
    private static final class Progress {
        private final NanoClock clock;
        private final long all;
        private long records;
        private long startRecords;
        private long startNanos;
        private long endNanos;

        Progress(NanoClock clock, long all) {
            this.clock = clock;
            this.all = all;
        }

        long all() {
            return all;
        }

        /** So many more were read. */
        synchronized void add(long more) {
            records += more;
            endNanos = clock.nanos();
            if (startRecords == 0 && records >= ReadRate.START * all) {
                startRecords = records;
                startNanos = endNanos;
            }
        }

        /** From the start's end until the last was read. */
        synchronized ReadRate pace() {
            return new ReadRate(records - startRecords, endNanos - startNanos);
        }
    }

    BareConsumer(BenchmarkCluster stack, NanoClock clock) {
        this.stack = stack;
        this.clock = clock;
    }

    /** Reads bytes; {@code counted} is how many. */
    Read bytes(Team team) throws InterruptedException, ExecutionException {
        return read(team, 1, () -> ConsumerRecord::serializedValueSize);
    }

    /** Decodes each record as the topology does, and looks at each of its fields. */
    Read decoded(Team team, int threads) throws InterruptedException, ExecutionException {
        return read(team, threads, () -> {
            TokenBatchDecoder chunks = stack.registry().tokenBatchDecoder();
            return byTopic(
                    team, record -> FieldReads.everyField(chunks.decode(RecordPosition.of(record), record.value())));
        });
    }

    /** Decodes each record by Avro's own reader, and looks at each of its fields. */
    Read decodedByAvro(Team team) throws InterruptedException, ExecutionException {
        return read(team, 1, () -> {
            EventDecoder<TokenBatch> batches = stack.registry().decoder(TokenBatch.class);
            return byTopic(
                    team, record -> FieldReads.everyField(batches.decode(RecordPosition.of(record), record.value())));
        });
    }

    private ToLongFunction<ConsumerRecord<byte[], byte[]>> byTopic(
            Team team, ToLongFunction<ConsumerRecord<byte[], byte[]>> tokens) {
        EventDecoder<RequestEvent> requests = stack.registry().decoder(RequestEvent.class);
        String tokensTopic = Topic.TOKENS.in(team);
        return record -> record.topic().equals(tokensTopic)
                ? tokens.applyAsLong(record)
                : FieldReads.everyField(requests.decode(RecordPosition.of(record), record.value()));
    }

    /** {@code counts} makes what counts a record, for each thread its own. */
    private Read read(Team team, int threads, Supplier<ToLongFunction<ConsumerRecord<byte[], byte[]>>> counts)
            throws InterruptedException, ExecutionException {
        Progress progress = new Progress(clock, recordsOf(team));
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Long>> counted = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                List<TopicPartition> share = share(team, i, threads);
                ToLongFunction<ConsumerRecord<byte[], byte[]>> count = counts.get();
                counted.add(pool.submit(() -> read(share, count, progress)));
            }
            long sum = 0;
            for (Future<Long> one : counted) {
                sum += one.get();
            }
            return new Read(progress.pace(), progress.all(), sum);
        } finally {
            pool.shutdown();
        }
    }

    private long read(
            List<TopicPartition> partitions, ToLongFunction<ConsumerRecord<byte[], byte[]>> count, Progress progress) {
        try (KafkaConsumer<byte[], byte[]> consumer = stack.consumer(partitions)) {
            long left = sum(consumer.endOffsets(partitions));
            long counted = 0;
            while (left > 0) {
                ConsumerRecords<byte[], byte[]> some = consumer.poll(POLL);
                for (ConsumerRecord<byte[], byte[]> record : some) {
                    counted += count.applyAsLong(record);
                }
                left -= some.count();
                progress.add(some.count());
            }
            return counted;
        }
    }

    private long recordsOf(Team team) {
        List<TopicPartition> partitions = share(team, 0, 1);
        try (KafkaConsumer<byte[], byte[]> consumer = stack.consumer(partitions)) {
            return sum(consumer.endOffsets(partitions));
        }
    }

    private static List<TopicPartition> share(Team team, int thread, int threads) {
        return Stream.of(Topic.TOKENS, Topic.REQUESTS)
                .flatMap(topic -> BenchmarkCluster.partitions(team, topic).stream())
                .filter(partition -> partition.partition() % threads == thread)
                .toList();
    }

    private static long sum(Map<TopicPartition, Long> ends) {
        return ends.values().stream().mapToLong(Long::longValue).sum();
    }
}

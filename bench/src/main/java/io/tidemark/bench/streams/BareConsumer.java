package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.TokenBatchColumns;
import io.tidemark.schemas.serde.TokenBatchDecoder;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.apache.avro.generic.PrimitivesArrays;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;

/**
 * The yardstick: threads that read a team's tokens and requests to their ends, each with a consumer of its own on its share of the
 * partitions, with the fetch settings of the topology.
 */
record BareConsumer(BenchmarkCluster stack, NanoClock clock) {
    private static final Duration POLL = Duration.ofMillis(200);

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

    /** Looks at every field of an event, each entry of its lists included, so that nothing of the decoding can be left out. */
    private static final class FieldReads {
        private FieldReads() {}

        /** A number that depends on all of them. */
        static long everyField(TokenBatchColumns batch) {
            long names = 0L
                    + batch.run().length()
                    + batch.lane().length()
                    + batch.request().length()
                    + batch.target().length()
                    + batch.requestClass().length();
            long numbers = batch.step()
                    + batch.segment()
                    + batch.laneSeq()
                    + batch.apiKind().hashCode()
                    + batch.part().hashCode()
                    + batch.batch()
                    + batch.firstChunk()
                    + batch.outputBefore()
                    + Boolean.hashCode(batch.last());
            long kinds = 0;
            for (int i = 0; i < batch.kindCount(); i++) {
                kinds += batch.kind(i).hashCode();
            }
            return names
                    + numbers
                    + kinds
                    + batch.dueMicros()
                    + batch.sentNanos()
                    + batch.baseNanos()
                    + batch.gapsNanos().sum()
                    + batch.tokens().sum()
                    + batch.sizesBytes().sum()
                    + batch.choices().sum()
                    + batch.choiceBasesNanos().sum();
        }

        /** The same of an event as Avro's own reader made it. */
        static long everyField(SpecificRecord event) {
            long seen = 0;
            int fields = event.getSchema().getFields().size();
            for (int field = 0; field < fields; field++) {
                seen = 31 * seen + value(event.get(field));
            }
            return seen;
        }

        private static long value(Object value) {
            if (value instanceof PrimitivesArrays.LongArray longs) {
                return sum(longs);
            }
            if (value instanceof PrimitivesArrays.IntArray ints) {
                return sum(ints);
            }
            if (value instanceof Collection<?> entries) {
                return sum(entries);
            }
            if (value instanceof Map<?, ?> map) {
                return map.size();
            }
            if (value instanceof CharSequence text) {
                return text.length();
            }
            return value == null ? 0 : value.hashCode();
        }

        private static long sum(Collection<?> entries) {
            long sum = 0;
            for (Object entry : entries) {
                sum += entry.hashCode();
            }
            return sum;
        }

        private static long sum(PrimitivesArrays.LongArray longs) {
            long sum = 0;
            for (int i = 0; i < longs.size(); i++) {
                sum += longs.getLong(i);
            }
            return sum;
        }

        private static long sum(PrimitivesArrays.IntArray ints) {
            long sum = 0;
            for (int i = 0; i < ints.size(); i++) {
                sum += ints.getInt(i);
            }
            return sum;
        }
    }
}

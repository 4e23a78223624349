package io.tidemark.sinks.sink;

import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.consume.Begin;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.consume.PartitionSource;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;

/** The sink's own loop and upkeep over a real SQLite file, round by round, on a clock that is set by hand. Not thread-safe. */
public final class SteppedSink implements AutoCloseable {
    private static final int RECORDS_A_POLL = 2_000;

    private final Team team;
    private final Path file;
    private final SchemaRegistry registry;
    private final Retention retention;
    private final Map<TopicPartition, ArrayDeque<ConsumerRecord<byte[], byte[]>>> kept = new HashMap<>();
    private final Map<TopicPartition, Long> ends = new HashMap<>();
    private final List<FollowedPartition> partitions;
    private long nowMillis;
    private long letters;
    private ResultStore store;
    private SinkLoop loop;
    private StoreMaintenance upkeep;

    public SteppedSink(Team team, Path file, SchemaRegistry registry, Retention retention, Instant now) {
        this.team = team;
        this.file = file;
        this.registry = registry;
        this.retention = retention;
        this.nowMillis = now.toEpochMilli();
        this.partitions = StoreChangeReader.TOPICS.stream()
                .map(topic -> new FollowedPartition(team, topic, 0, "id-" + topic.stream()))
                .toList();
        partitions.forEach(partition -> {
            kept.put(partition.inKafka(), new ArrayDeque<>());
            ends.put(partition.inKafka(), 0L);
        });
        this.store = StoreAddress.of(file).open();
        this.loop = loop();
        this.upkeep = upkeep();
    }

    private SinkLoop loop() {
        SinkLoop made = new SinkLoop(new SinkLoop.Parts(
                new Reader(),
                new Partitions(),
                new StoreChangeReader(registry),
                sent -> letters += sent.size(),
                store,
                Begin.OLDEST,
                clocks(),
                new SinkMeters(new CompositeMeterRegistry())));
        made.restart();
        return made;
    }

    private final class Partitions implements PartitionSource {
        @Override
        public List<FollowedPartition> partitions() {
            return partitions;
        }

        @Override
        public Map<TopicPartition, Long> ends(Collection<TopicPartition> asked) {
            return Map.copyOf(ends);
        }
    }

    private StoreMaintenance upkeep() {
        return new StoreMaintenance(
                store, loop::caughtUp, new StoreMaintenance.Limits(retention, SinkOptions.LOST_AFTER), clocks());
    }

    private SinkClocks clocks() {
        NanoClock elapsed = () -> TimeUnit.MILLISECONDS.toNanos(nowMillis);
        return new SinkClocks(elapsed, () -> Instant.ofEpochMilli(nowMillis));
    }

    /** Stores what came until now, and does what is due. */
    public void step(Instant now, Collection<ConsumerRecord<byte[], byte[]>> came) {
        nowMillis = now.toEpochMilli();
        for (ConsumerRecord<byte[], byte[]> record : came) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            kept.get(partition).add(record);
            ends.put(partition, record.offset() + 1);
        }
        do {
            loop.runOnce();
        } while (loop.caughtUp().isEmpty());
        letGo();
        upkeep.runOnce();
    }

    /** Records that are in the store are not asked for again. */
    private void letGo() {
        Map<SourcePartition, SourceOffset> stored = store.offsets();
        for (FollowedPartition partition : partitions) {
            SourceOffset offset = stored.get(partition.inStore());
            ArrayDeque<ConsumerRecord<byte[], byte[]>> records = kept.get(partition.inKafka());
            while (offset != null && !records.isEmpty() && records.getFirst().offset() < offset.nextOffset()) {
                records.removeFirst();
            }
        }
    }

    /** The sink's process is killed with a batch that it had read, and another begins. */
    public void killed(Collection<ConsumerRecord<byte[], byte[]>> came) {
        for (ConsumerRecord<byte[], byte[]> record : came) {
            TopicPartition partition = new TopicPartition(record.topic(), record.partition());
            kept.get(partition).add(record);
            ends.put(partition, record.offset() + 1);
        }
        store.close();
        store = StoreAddress.of(file).open();
        loop = loop();
        upkeep = upkeep();
    }

    public void prune(String run) {
        store.prune(new RunKey(team, run), PruneScope.RUNS, Events.audit());
    }

    /** Records that could not be stored. */
    public long letters() {
        return letters;
    }

    /** What the loop says of itself. */
    public String status() {
        return String.valueOf(loop.status());
    }

    public static List<Topic> topics() {
        return List.copyOf(StoreChangeReader.TOPICS);
    }

    @Override
    public void close() {
        store.close();
    }

    /** Finds what is kept again wherever it is sent to. */
    private final class Reader extends MockConsumer<byte[], byte[]> {
        Reader() {
            super(AutoOffsetResetStrategy.NONE.name());
            Map<TopicPartition, Long> zeros = new HashMap<>();
            partitions.forEach(partition -> zeros.put(partition.inKafka(), 0L));
            updateBeginningOffsets(zeros);
        }

        @Override
        public synchronized ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            updateEndOffsets(ends);
            int left = RECORDS_A_POLL;
            for (TopicPartition partition : assignment()) {
                long position = position(partition);
                if (paused().contains(partition)) {
                    continue;
                }
                ArrayDeque<ConsumerRecord<byte[], byte[]>> records = kept.get(partition);
                for (ConsumerRecord<byte[], byte[]> record : records) {
                    if (left == 0) {
                        break;
                    }
                    if (record.offset() >= position) {
                        addRecord(record);
                        left--;
                    }
                }
            }
            return super.poll(timeout);
        }
    }
}

package io.tidemark.sinks.sink;

import com.google.common.collect.Sets;
import io.tidemark.events.MetricResult;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.sink.FetchedBatch.FetchedRecord;
import io.tidemark.sinks.store.StoreChange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Makes changes of records. A registry that cannot be asked is thrown on: such a record is tried again. Not thread-safe. */
final class StoreChangeReader {
    /** The topics that hold what is stored; heartbeats show which runs are alive. */
    static final Set<Topic> TOPICS = Sets.immutableEnumSet(
            Topic.CONTROL,
            Topic.HEARTBEATS,
            Topic.REQUESTS,
            Topic.SERVERS,
            Topic.WINDOWS,
            Topic.BREACHES,
            Topic.STEPS,
            Topic.REGRESSIONS,
            Topic.AUDIT);

    private final Map<Topic, EventDecoder<? extends SpecificRecord>> decoders = new EnumMap<>(Topic.class);

    StoreChangeReader(SchemaRegistry registry) {
        for (Topic topic : TOPICS) {
            decoders.put(topic, registry.decoder(topic.event().orElseThrow()));
        }
    }

    FetchedBatch read(
            Iterable<ConsumerRecord<byte[], byte[]>> records, Function<TopicPartition, FollowedPartition> followed) {
        List<FetchedRecord> taken = new ArrayList<>();
        long tombstones = 0;
        for (ConsumerRecord<byte[], byte[]> record : records) {
            FollowedPartition from = followed.apply(new TopicPartition(record.topic(), record.partition()));
            if (isTombstone(record, from.topic())) {
                tombstones++;
                continue;
            }
            try {
                SpecificRecord event = decode(record, from.topic());
                PartitionedTime.requireNotAhead(event, record.timestamp());
                StoreChange change = new StoreChange.StoredEvent(from.team(), FetchedRecord.appended(record), event);
                taken.add(FetchedRecord.stored(record, from, change));
            } catch (RegistryUnavailableException e) {
                throw e;
            } catch (RuntimeException e) { // whatever the bytes made of a decoder: the next records are none the worse
                taken.add(FetchedRecord.undecodable(record, from, e));
            }
        }
        return new FetchedBatch(taken, tombstones);
    }

    /** On a compacted topic no value means that the topic forgets the key; elsewhere it is a broken record. */
    private static boolean isTombstone(ConsumerRecord<byte[], byte[]> record, Topic topic) {
        return record.value() == null
                && topic.config().getOrDefault("cleanup.policy", "").contains("compact");
    }

    private SpecificRecord decode(ConsumerRecord<byte[], byte[]> record, Topic topic) {
        EventDecoder<? extends SpecificRecord> decoder = decoders.get(topic);
        if (decoder == null) {
            throw new IllegalArgumentException("the sink does not read " + record.topic());
        }
        SpecificRecord event = decoder.decode(RecordPosition.of(record), record.value());
        if (event instanceof StepResult result) {
            requireSketches(result);
        }
        return event;
    }

    /** Reports decode sketches: one that cannot be decoded must not get as far. */
    private static void requireSketches(StepResult result) {
        for (MetricResult metric : result.getMetrics()) {
            ByteBuffer sketch = metric.getSketch().duplicate();
            byte[] bytes = new byte[sketch.remaining()];
            sketch.get(bytes);
            LogHistogram.decode(bytes);
        }
    }
}

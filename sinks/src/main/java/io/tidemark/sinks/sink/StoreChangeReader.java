package io.tidemark.sinks.sink;

import com.google.common.collect.Sets;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.MetricResult;
import io.tidemark.events.ServerSample;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.deadletter.RecordRejection;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.sink.FetchedBatch.FetchedRecord;
import io.tidemark.sinks.store.StoreChange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.avro.Schema;
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

    /**
     * The time that a store partitions the rows of a record by: that of its run's id, or of its scrape. Partitions are of all teams, so a record of
     * a coming day is set aside. The streams, which read the input topics too, refuse at least the same ones.
     */
    static final class PartitionedTime {
        private PartitionedTime() {}

        /** @throws AheadException if the time is further ahead of the broker's append time than {@link Ulid#AHEAD} */
        static void requireNotAhead(SpecificRecord event, long appendedMillis) {
            problem(event, appendedMillis).ifPresent(problem -> {
                throw new AheadException(problem);
            });
        }

        private static Optional<String> problem(SpecificRecord event, long appendedMillis) {
            if (event instanceof ServerSample sample) {
                long aheadMillis = sample.getScrapeStart().toEpochMilli() - appendedMillis;
                return aheadMillis > Ulid.AHEAD.toMillis()
                        ? Optional.of("scrapeStart must be at most " + Ulid.AHEAD + " ahead but was "
                                + Duration.ofMillis(aheadMillis) + " ahead")
                        : Optional.empty();
            }
            Object named = event instanceof ControlEvent control ? control.getState() : event;
            if (!(named instanceof SpecificRecord record)) {
                return Optional.empty();
            }
            Schema.Field run = record.getSchema().getField("run");
            return run == null ? Optional.empty() : Ulid.problem(String.valueOf(record.get(run.pos())), appendedMillis);
        }

        static final class AheadException extends RuntimeException implements RecordRejection {
            private static final long serialVersionUID = 1L;

            AheadException(String problem) {
                super(problem);
            }

            @Override
            public DeadLetterCode code() {
                return DeadLetterCode.IMPLAUSIBLE;
            }

            @Override
            public String rule() {
                return String.valueOf(getMessage());
            }
        }
    }
}

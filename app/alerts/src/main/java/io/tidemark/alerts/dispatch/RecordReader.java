package io.tidemark.alerts.dispatch;

import com.google.common.collect.Sets;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes events of records. Not thread-safe. */
final class RecordReader {
    /** The topics that the rules read. */
    static final Set<Topic> TOPICS = Set.of(
            Topic.CONTROL,
            Topic.HEARTBEATS,
            Topic.SERVERS,
            Topic.BREACHES,
            Topic.STEPS,
            Topic.REGRESSIONS,
            Topic.DEAD_LETTERS);

    /** The topics that a team must have for its alerts to be dispatched. */
    static final Set<Topic> NEEDED = Sets.immutableEnumSet(Topic.ALERTS, TOPICS.toArray(Topic[]::new));

    private static final Logger LOG = LoggerFactory.getLogger(RecordReader.class);

    private final Map<Topic, EventDecoder<? extends SpecificRecord>> decoders = new EnumMap<>(Topic.class);
    private final DispatcherMeters meters;

    RecordReader(SchemaRegistry registry, DispatcherMeters meters) {
        this.meters = meters;
        for (Topic topic : TOPICS) {
            topic.event().ifPresent(type -> decoders.put(topic, registry.decoder(type)));
        }
    }

    /**
     * The event of a record; empty for a tombstone, and for one that cannot be decoded: the sink gives that to the dead letters.
     *
     * @throws RegistryUnavailableException if the registry cannot be asked
     */
    Optional<SpecificRecord> event(Team team, Topic topic, ConsumerRecord<byte[], byte[]> record) {
        EventDecoder<? extends SpecificRecord> decoder = decoders.get(topic);
        if (record.value() == null || decoder == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(decoder.decode(RecordPosition.of(record), record.value()));
        } catch (RegistryUnavailableException e) {
            throw e;
        } catch (RuntimeException e) { // whatever the bytes made of a decoder: the next records are none the worse
            LOG.debug("passed over", e);
            meters.undecodable(team);
            return Optional.empty();
        }
    }
}

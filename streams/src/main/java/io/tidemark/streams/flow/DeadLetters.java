package io.tidemark.streams.flow;

import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.DeadLetter;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.streams.meter.TeamMeters;
import java.util.HashSet;
import java.util.Set;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes dead letters of a team and counts them and logs each kind of error once. Not thread-safe. */
public final class DeadLetters {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetters.class);

    private final TeamTopics topics;
    private final TeamMeters meters;
    private final Set<String> logged = new HashSet<>();

    public DeadLetters(TeamTopics topics, TeamMeters meters) {
        this.topics = topics;
        this.meters = meters;
    }

    /** The dead letter of a record: raw value, reason and origin in headers. */
    public Record<String, Outgoing> of(Record<String, byte[]> raw, RecordPosition origin, RuntimeException reason) {
        DeadLetter letter = DeadLetter.of(origin, reason);
        Topic.locate(origin.topic()).map(Topic.Located::topic).ifPresent(meters::deadLetter);
        if (logged.add(origin.topic() + letter.errorClass())) {
            LOG.warn("dead letter from {}: {} (further ones of this kind are only counted)", origin, letter.reason());
        }
        byte[] value = raw.value() == null ? new byte[0] : raw.value();
        return new Record<>(
                letter.key(),
                new Outgoing(topics.of(Topic.DEAD_LETTERS), DeadLetter.value(value)),
                Math.max(0, raw.timestamp()),
                letter.headersFor(value));
    }
}

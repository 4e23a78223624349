package io.tidemark.streams.processor;

import io.tidemark.schemas.RecordLimits;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecodeException;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.wire.WireFormatException;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes dead letters of a team, counts them, and logs each kind of error once. Not thread-safe. */
public final class DeadLetterRecords {
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterRecords.class);

    /** Of an internal record: where the last input record that it is made from stands. */
    private static final String ORIGIN_HEADER = "origin";

    private final TeamMeters meters;
    private final Set<String> logged = new HashSet<>();

    public DeadLetterRecords(TeamMeters meters) {
        this.meters = meters;
    }

    /** Takes a record of a processor. Whatever the program throws on it, the record is a dead letter, and the next one is read. */
    public void contain(
            ProcessorContext<String, RoutedRecord> context, Record<String, byte[]> raw, Consumer<RecordPosition> take) {
        ReadingTurn.ofThread().onRecord();
        RecordPosition origin = origin(position(context.recordMetadata().orElseThrow()), raw.headers());
        Containment.run(() -> take.accept(origin))
                .ifPresent(reason -> context.forward(deadLetter(raw, origin, reason)));
    }

    /** Where a processor's record stands. */
    public static RecordPosition position(RecordMetadata metadata) {
        return new RecordPosition(metadata.topic(), metadata.partition(), metadata.offset());
    }

    /** Headers of an internal record by which its dead letter names the last input record that it is made from, which its topic still holds. */
    public static Headers originHeaders(RecordPosition input) {
        return new RecordHeaders()
                .add(
                        ORIGIN_HEADER,
                        new WireWriter()
                                .text(input.topic())
                                .optional(input.partition())
                                .optional(input.offset())
                                .toBytes());
    }

    /** An input record stands where it was read, whatever headers its producer gives it. */
    private static RecordPosition origin(RecordPosition read, Headers headers) {
        Header input = headers.lastHeader(ORIGIN_HEADER);
        if (input == null || input.value() == null || Topic.locate(read.topic()).isPresent()) {
            return read;
        }
        try {
            WireReader in = new WireReader(input.value());
            return new RecordPosition(in.text(), (int) in.optional(), in.optional());
        } catch (WireFormatException e) {
            return read;
        }
    }

    /** The dead letter of an internal record that would exceed a limit of the team. */
    public Record<String, RoutedRecord> overLimit(
            Record<String, byte[]> raw, RecordPosition origin, RecordLimits.Excess excess) {
        return deadLetter(raw, origin, new EventDecodeException.OverLimit(origin, excess));
    }

    /** The dead letter of what a store holds, which is no record. */
    public Record<String, RoutedRecord> ofStore(String store, Throwable reason, long nowMillis) {
        return deadLetter(new Record<>("", null, nowMillis), new RecordPosition(store, -1, -1), reason);
    }

    /** The dead letter of a record: raw value, reason and origin in headers. */
    public Record<String, RoutedRecord> deadLetter(
            Record<String, byte[]> raw, RecordPosition origin, Throwable reason) {
        DeadLetter letter = DeadLetter.of(origin, reason);
        meters.deadLetter(stream(origin.topic()));
        if (reason instanceof EventDecodeException.OverLimit over) {
            meters.overLimit(over.limit(), 1);
        }
        if (letter.code() == DeadLetterCode.DEFECT) {
            meters.defectLetter(origin + ": " + letter.detail());
        }
        if (logged.add(origin.topic() + letter.errorClass())) {
            LOG.warn("dead letter from {}: {} (further ones of this kind are only counted)", origin, letter.reason());
        }
        byte[] value = raw.value() == null ? new byte[0] : raw.value();
        return new Record<>(
                letter.key(),
                new RoutedRecord(Destination.DEAD_LETTERS, DeadLetter.value(value)),
                Math.max(0, raw.timestamp()),
                letter.headersFor(value));
    }

    /** Last part of the topic's name, or name of the repartition. */
    private static String stream(String topic) {
        return Topic.locate(topic)
                .map(located -> located.topic().stream())
                .or(() -> Arrays.stream(Destination.values())
                        .filter(Destination::isInternal)
                        .map(Destination::label)
                        .filter(label -> topic.endsWith("-" + label + "-repartition"))
                        .findFirst())
                .orElse(topic);
    }
}

package io.tidemark.streams.kafka;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * The records that one poll gave of one partition, carried by one record in their place. It is a header that is never written, so
 * that they are not copied, and recognised by its type, which nothing that comes over the network has.
 */
public final class PackedRecords implements Header {
    private static final String KEY = "tidemark-pack";
    private static final byte[] NOTHING = new byte[0];

    private final List<ConsumerRecord<byte[], byte[]>> records;

    private PackedRecords(List<ConsumerRecord<byte[], byte[]>> records) {
        this.records = records;
    }

    /**
     * The record that carries them. It has the offset of the first, because that is where Kafka Streams commits to while it waits in
     * a queue; once it was processed, Streams commits the offset that the consumer gave as the next one.
     */
    public static ConsumerRecord<byte[], byte[]> carrierRecord(List<ConsumerRecord<byte[], byte[]>> records) {
        ConsumerRecord<byte[], byte[]> first = records.get(0);
        return new ConsumerRecord<>(
                first.topic(),
                first.partition(),
                first.offset(),
                first.timestamp(),
                first.timestampType(),
                ConsumerRecord.NULL_SIZE,
                0,
                null,
                NOTHING,
                new RecordHeaders(List.of(new PackedRecords(records))),
                first.leaderEpoch());
    }

    /** What a record carries, if it is no record of its own. */
    public static Optional<PackedRecords> packedIn(Headers headers) {
        return headers.lastHeader(KEY) instanceof PackedRecords pack ? Optional.of(pack) : Optional.empty();
    }

    /** In the order of their offsets. */
    public List<ConsumerRecord<byte[], byte[]>> records() {
        return records;
    }

    @Override
    public String key() {
        return KEY;
    }

    @Override
    public byte[] value() {
        return NOTHING;
    }
}

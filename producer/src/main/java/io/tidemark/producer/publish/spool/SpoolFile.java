package io.tidemark.producer.publish.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.FileLogInputStream.FileChannelRecordBatch;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;

/**
 * One file of a spool in the format of Kafka's own logs: batches with a CRC, compressed; the topic of a record is in a header.
 * {@code kafka-dump-log.sh --files} prints it. The only class that knows Kafka's internal record package. Not thread-safe.
 */
final class SpoolFile {
    private static final String TOPIC = "tidemark.topic";

    /** A batch may grow a little when it cannot be compressed. */
    private static final int HEADROOM_BYTES = 4096;

    private final Path path;
    private final FileRecords records;
    private int readBytes;

    private SpoolFile(Path path, FileRecords records) {
        this.path = path;
        this.records = records;
    }

    /** Makes a file. */
    static SpoolFile create(Path path) throws IOException {
        return new SpoolFile(path, FileRecords.open(path.toFile(), true, false, 0, false));
    }

    /** Opens a file that another process may have left. */
    static SpoolFile open(Path path) throws IOException {
        return new SpoolFile(path, FileRecords.open(path.toFile(), true, true, 0, false));
    }

    Path path() {
        return path;
    }

    int sizeBytes() {
        return records.sizeInBytes();
    }

    /** Writes one batch; after a failure the file is as it was. */
    void append(List<ProducerRecord<String, byte[]>> batch) throws IOException {
        int before = records.sizeInBytes();
        try {
            var unused = records.append(encode(batch));
        } catch (IOException e) {
            var unused = records.truncateTo(before);
            throw e;
        }
    }

    private static MemoryRecords encode(List<ProducerRecord<String, byte[]>> batch) {
        int bytes = batch.stream().mapToInt(PendingRecord::sizeBytes).sum();
        try (MemoryRecordsBuilder builder = MemoryRecords.builder(
                ByteBuffer.allocate(bytes + HEADROOM_BYTES),
                RecordBatch.CURRENT_MAGIC_VALUE,
                Compression.lz4().build(),
                TimestampType.CREATE_TIME,
                0L)) {
            for (ProducerRecord<String, byte[]> event : batch) {
                RecordHeader topic = new RecordHeader(TOPIC, event.topic().getBytes(StandardCharsets.UTF_8));
                builder.append(
                        event.timestamp() == null ? RecordBatch.NO_TIMESTAMP : event.timestamp(),
                        event.key().getBytes(StandardCharsets.UTF_8),
                        event.value(),
                        new RecordHeader[] {topic});
            }
            return builder.build();
        }
    }

    /** The next batch that is whole; empty at the end, and where a torn or damaged rest begins. */
    Optional<List<ProducerRecord<String, byte[]>>> read() {
        try {
            for (FileChannelRecordBatch batch : records.batchesFrom(readBytes)) {
                batch.ensureValid();
                List<ProducerRecord<String, byte[]>> events = decode(batch);
                readBytes += batch.sizeInBytes();
                return Optional.of(events);
            }
            return Optional.empty();
        } catch (KafkaException e) {
            // Its CRC or its length is wrong: what follows cannot be distinguished any more.
            return Optional.empty();
        }
    }

    private static List<ProducerRecord<String, byte[]>> decode(FileChannelRecordBatch batch) {
        List<ProducerRecord<String, byte[]>> events = new ArrayList<>();
        for (Record event : batch) {
            events.add(new ProducerRecord<>(
                    new String(event.headers()[0].value(), StandardCharsets.UTF_8),
                    null,
                    event.timestamp() == RecordBatch.NO_TIMESTAMP ? null : (Long) event.timestamp(),
                    StandardCharsets.UTF_8.decode(event.key()).toString(),
                    bytes(event.value())));
        }
        return events;
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** Events that are not read yet, by the batches' headers. */
    long unreadEvents() {
        long events = 0;
        try {
            for (FileChannelRecordBatch batch : records.batchesFrom(readBytes)) {
                batch.ensureValid();
                events += batch.countOrNull();
            }
        } catch (KafkaException e) {
            // unreadableBytes reports it once it has been read up to there.
            return events;
        }
        return events;
    }

    boolean isReadInPart() {
        return readBytes > 0;
    }

    /** Bytes behind the last batch that was read. */
    int unreadBytes() {
        return records.sizeInBytes() - readBytes;
    }

    void close() throws IOException {
        records.close();
    }

    /** Closes it without writing anything more, and deletes it. */
    void delete() throws IOException {
        records.closeHandlers();
        Files.deleteIfExists(path);
    }
}

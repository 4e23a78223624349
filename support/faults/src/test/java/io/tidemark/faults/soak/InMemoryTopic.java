package io.tidemark.faults.soak;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.utils.Bytes;

/**
 * A topic of one partition: what its readers have not read, and the bytes that a broker would keep of it under the topic's cleanup policy, as
 * soon as the policy allows to let go. Not thread-safe.
 */
final class InMemoryTopic {
    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();

    private final TopicPartition partition;
    private final Policy policy;
    private final ArrayDeque<ConsumerRecord<byte[], byte[]>> forStreams = new ArrayDeque<>();
    private final List<ConsumerRecord<byte[], byte[]>> forSink = new ArrayList<>();
    private final TreeMap<Long, Long> bytesByHour = new TreeMap<>();
    /** The last record of each key in the order of their times. */
    private final LinkedHashMap<Bytes, Kept> lastByKey = new LinkedHashMap<>();

    private long liveBytes;
    private long appendedBytes;
    private long appendedRecords;
    private long next;
    private long fetched;

    /**
     * What is kept of a topic.
     *
     * @param values whether the values of its last records are kept, for a restore
     * @param retention empty if records are not deleted for their age
     */
    record Policy(boolean toStreams, boolean toSink, boolean compacted, boolean values, Optional<Duration> retention) {}

    private record Kept(long appendedMillis, int bytes, Bytes value) {}

    InMemoryTopic(String name, Policy policy) {
        this.partition = new TopicPartition(name, 0);
        this.policy = policy;
    }

    TopicPartition partition() {
        return partition;
    }

    void append(byte[] key, byte[] value, Headers headers, long atMillis) {
        int bytes = (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
        appendedBytes += bytes;
        appendedRecords++;
        if (policy.compacted) {
            keepLast(key, value, atMillis, bytes);
        } else if (policy.retention.isPresent()) {
            bytesByHour.merge(atMillis / HOUR_MILLIS, (long) bytes, Long::sum);
            liveBytes += bytes;
        }
        if (policy.toStreams || policy.toSink) {
            ConsumerRecord<byte[], byte[]> record = record(key, value, headers, atMillis);
            if (policy.toStreams) {
                forStreams.add(record);
            }
            if (policy.toSink) {
                forSink.add(record);
            }
        }
        next++;
    }

    private ConsumerRecord<byte[], byte[]> record(byte[] key, byte[] value, Headers headers, long atMillis) {
        return new ConsumerRecord<>(
                partition.topic(),
                partition.partition(),
                next,
                atMillis,
                TimestampType.LOG_APPEND_TIME,
                key == null ? ConsumerRecord.NULL_SIZE : key.length,
                value == null ? ConsumerRecord.NULL_SIZE : value.length,
                key,
                value,
                new RecordHeaders(headers),
                Optional.empty());
    }

    private void keepLast(byte[] key, byte[] value, long atMillis, int bytes) {
        Bytes id = Bytes.wrap(key);
        Kept before = lastByKey.remove(id);
        if (before != null) {
            liveBytes -= before.bytes;
        }
        if (value != null) {
            lastByKey.put(id, new Kept(atMillis, bytes, Bytes.wrap(policy.values ? value : new byte[0])));
            liveBytes += bytes;
        }
    }

    /** What is kept of a compacted topic; deleted records are not. */
    StateSize size() {
        StateSize size = new StateSize(partition.topic());
        lastByKey.forEach((key, kept) -> size.add(key, kept.bytes - key.get().length));
        return size;
    }

    /** Lets go of what is past its retention. */
    void clean(long nowMillis) {
        if (policy.retention.isEmpty()) {
            return;
        }
        long before = nowMillis - policy.retention.get().toMillis();
        while (!bytesByHour.isEmpty() && bytesByHour.firstKey() < before / HOUR_MILLIS) {
            liveBytes -= bytesByHour.pollFirstEntry().getValue();
        }
        var oldest = lastByKey.values().iterator();
        while (oldest.hasNext()) {
            Kept kept = oldest.next();
            if (kept.appendedMillis >= before) {
                return;
            }
            liveBytes -= kept.bytes;
            oldest.remove();
        }
    }

    /** The next records for the streams, in order. */
    List<ConsumerRecord<byte[], byte[]>> fetch(int most) {
        int taken = (int) (fetched - firstForStreams());
        List<ConsumerRecord<byte[], byte[]>> batch =
                forStreams.stream().skip(taken).limit(most).toList();
        fetched += batch.size();
        return batch;
    }

    private long firstForStreams() {
        return forStreams.isEmpty() ? next : forStreams.peekFirst().offset();
    }

    /** The streams have committed what is before an offset. */
    void committed(long offset) {
        while (!forStreams.isEmpty() && forStreams.peekFirst().offset() < offset) {
            forStreams.removeFirst();
        }
    }

    /** The streams begin at their committed offset again. */
    void rewind() {
        fetched = firstForStreams();
    }

    /** How far the streams have committed. */
    long committedOffset() {
        return firstForStreams();
    }

    boolean hasMore() {
        return fetched < next && !forStreams.isEmpty();
    }

    Collection<ConsumerRecord<byte[], byte[]>> takeForSink() {
        List<ConsumerRecord<byte[], byte[]>> taken = List.copyOf(forSink);
        forSink.clear();
        return taken;
    }

    /** What a restore reads. */
    Map<Bytes, byte[]> lastValues() {
        Map<Bytes, byte[]> values = new LinkedHashMap<>();
        lastByKey.forEach((key, kept) -> values.put(key, kept.value.get().clone()));
        return values;
    }

    long liveBytes() {
        return liveBytes;
    }

    /** Since this was asked before. */
    long takeAppendedBytes() {
        long bytes = appendedBytes;
        appendedBytes = 0;
        return bytes;
    }

    /** Since this was asked before. */
    long takeAppendedRecords() {
        long records = appendedRecords;
        appendedRecords = 0;
        return records;
    }
}

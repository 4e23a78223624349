package io.tidemark.producer.publish.spool;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** An event handed to Kafka's producer and not acknowledged yet. Equal only to itself. */
public final class PendingRecord {
    /** Of Kafka's producer and of ours, beside key and value. */
    private static final int OVERHEAD_BYTES = 200;

    private final ProducerRecord<String, byte[]> event;

    public PendingRecord(ProducerRecord<String, byte[]> event) {
        this.event = event;
    }

    public ProducerRecord<String, byte[]> event() {
        return event;
    }

    public int sizeBytes() {
        return sizeBytes(event);
    }

    /** What it takes in memory, about. */
    public static int sizeBytes(ProducerRecord<String, byte[]> event) {
        return event.key().length() + event.value().length + OVERHEAD_BYTES;
    }

    /** Cuts a list into batches of about so many bytes. */
    static List<List<ProducerRecord<String, byte[]>>> batches(
            List<ProducerRecord<String, byte[]>> events, int aboutBytes) {
        List<List<ProducerRecord<String, byte[]>>> batches = new ArrayList<>();
        int bytes = aboutBytes;
        for (ProducerRecord<String, byte[]> event : events) {
            if (bytes >= aboutBytes) {
                batches.add(new ArrayList<>());
                bytes = 0;
            }
            batches.get(batches.size() - 1).add(event);
            bytes += sizeBytes(event);
        }
        return batches;
    }
}

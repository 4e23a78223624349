package io.tidemark.producer.publish.spool;

import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Takes nothing. */
public final class NoSpool implements Spool {
    @Override
    public boolean append(ProducerRecord<String, byte[]> event) {
        return false;
    }

    @Override
    public String rejectionReason() {
        return "the memory for waiting events was full and there is no spool";
    }

    @Override
    public long events() {
        return 0;
    }

    @Override
    public List<ProducerRecord<String, byte[]>> read() {
        return List.of();
    }

    @Override
    public boolean isPersistent() {
        return false;
    }

    @Override
    public boolean prepend(List<ProducerRecord<String, byte[]>> oldest) {
        return oldest.isEmpty();
    }

    @Override
    public long discardUnwritten() {
        return 0;
    }

    @Override
    public long unreadableBytes() {
        return 0;
    }

    @Override
    public long unreadableEvents() {
        return 0;
    }

    @Override
    public void close() {
        // Nothing is open.
    }
}

package io.tidemark.simulator.http.server;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The server's own record of when it wrote what: the truth that a client's measurements are held against. Keeps the newest
 * requests only, within a number and a size in bytes: an answer of many tokens has many stamps. Thread-safe.
 */
public final class WriteLog {
    private final int capacity;
    private final long maxBytes;
    private final Map<String, WriteTimestamps> requests = new LinkedHashMap<>();
    private long sizeBytes;

    WriteLog(int capacity, long maxBytes) {
        this.capacity = capacity;
        this.maxBytes = maxBytes;
    }

    /** The writes of a request by its {@code X-Request-Id} or response id; the newest if the id was used twice. */
    public synchronized Optional<WriteTimestamps> of(String request) {
        return Optional.ofNullable(requests.get(request));
    }

    /** All that is kept, oldest first. */
    public synchronized List<WriteTimestamps> all() {
        return List.copyOf(requests.values());
    }

    synchronized WriteTimestamps open(String request, long receivedNanos) {
        WriteTimestamps writes = new WriteTimestamps(request, receivedNanos, this::grown);
        if (capacity == 0) {
            writes.forget();
            return writes;
        }
        Optional.ofNullable(requests.remove(request)).ifPresent(this::forget);
        if (requests.size() >= capacity) {
            forgetOldest();
        }
        requests.put(request, writes);
        grown(writes.sizeBytes());
        return writes;
    }

    private synchronized void grown(long bytes) {
        sizeBytes += bytes;
        while (sizeBytes > maxBytes && !requests.isEmpty()) {
            forgetOldest();
        }
    }

    private void forgetOldest() {
        Iterator<WriteTimestamps> oldest = requests.values().iterator();
        WriteTimestamps forgotten = oldest.next();
        oldest.remove();
        forget(forgotten);
    }

    private void forget(WriteTimestamps forgotten) {
        sizeBytes -= forgotten.forget();
    }

    /** Of all stamps that are kept, about. */
    synchronized long sizeBytes() {
        return sizeBytes;
    }
}

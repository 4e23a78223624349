package io.tidemark.simulator.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The server's own record of when it wrote what: the truth that a client's measurements are held against. Keeps the newest
 * requests only. Thread-safe.
 */
public final class WriteLog {
    private final int capacity;
    private final Map<String, RequestWrites> requests = new LinkedHashMap<>();

    WriteLog(int capacity) {
        this.capacity = capacity;
    }

    /** The writes of a request by its {@code X-Request-Id} or response id; the newest if the id was used twice. */
    public synchronized Optional<RequestWrites> of(String request) {
        return Optional.ofNullable(requests.get(request));
    }

    /** All that is kept, oldest first. */
    public synchronized List<RequestWrites> all() {
        return List.copyOf(requests.values());
    }

    synchronized RequestWrites open(String request, long receivedNanos) {
        RequestWrites writes = new RequestWrites(request, receivedNanos);
        if (capacity == 0) {
            return writes;
        }
        requests.remove(request);
        if (requests.size() >= capacity) {
            requests.remove(requests.keySet().iterator().next());
        }
        requests.put(request, writes);
        return writes;
    }

    String jsonLines() {
        return all().stream().map(RequestWrites::json).collect(Collectors.joining("\n", "", "\n"));
    }
}

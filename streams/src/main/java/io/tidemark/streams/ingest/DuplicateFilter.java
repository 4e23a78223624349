package io.tidemark.streams.ingest;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds records that a lane sent twice in one life of the task. A cache, not state: of what it has forgotten, or an {@link EarlierLife}
 * counted, the run knows the numbers.
 */
final class DuplicateFilter {
    static final int MAX_LANES = 4096;

    /** Of all lanes: about 6 MiB of the heap. */
    static final int MAX_GAPS = 65_536;

    /** What numbers count: each topic has its own. */
    enum EventStream {
        TOKENS,
        REQUESTS
    }

    private record Lane(EventStream stream, String run, String lane) {}

    private final Map<Lane, SeenSequence> lanes = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Lane, SeenSequence> eldest) {
            if (size() <= MAX_LANES) {
                return false;
            }
            eldest.getValue().forgetGaps();
            return true;
        }
    };

    private SeenSequence.Room gaps = new SeenSequence.Room(MAX_GAPS);

    SeenSequence of(EventStream stream, String run, String lane) {
        return lanes.computeIfAbsent(new Lane(stream, run, lane), key -> new SeenSequence(gaps));
    }

    void clear() {
        lanes.clear();
        gaps = new SeenSequence.Room(MAX_GAPS);
    }
}

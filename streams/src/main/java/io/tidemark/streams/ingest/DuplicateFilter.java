package io.tidemark.streams.ingest;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds records that a lane sent twice in one life of the task. A cache, not state: of what it has forgotten, or an {@link EarlierLife}
 * counted, the run knows the numbers.
 */
final class DuplicateFilter {
    private static final int MAX_LANES = 4096;

    /** What numbers count: each topic has its own. */
    enum EventStream {
        TOKENS,
        REQUESTS
    }

    private record Lane(EventStream stream, String run, String lane) {}

    private final Map<Lane, SeenSequence> lanes = new LinkedHashMap<>(64, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Lane, SeenSequence> eldest) {
            return size() > MAX_LANES;
        }
    };

    SeenSequence of(EventStream stream, String run, String lane) {
        return lanes.computeIfAbsent(new Lane(stream, run, lane), key -> new SeenSequence());
    }

    void clear() {
        lanes.clear();
    }
}

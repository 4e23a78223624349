package io.tidemark.streams.target;

import io.tidemark.events.ServerSample;
import io.tidemark.streams.flow.Stamps;
import io.tidemark.streams.inbox.TargetRecord;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** One target: who drives it, and its last samples for those who come late. Not thread-safe. */
final class TargetBook {
    /** Samples kept for a run whose binding comes after them. */
    static final int RING = 120;

    private final Map<String, Long> endedMicrosByRun = new TreeMap<>();
    private final NavigableMap<Long, ServerSample> ring = new TreeMap<>();

    /** True if the run was not bound before: it has missed the ring. */
    boolean bind(TargetRecord.Binding binding) {
        return endedMicrosByRun.put(binding.run(), binding.endedMicros()) == null;
    }

    /** Keeps the newest samples; returns the number of this one, from 0. */
    long keep(ServerSample sample) {
        long number = ring.isEmpty() ? 0 : ring.lastKey() + 1;
        restore(number, sample);
        return number;
    }

    void restore(long number, ServerSample sample) {
        ring.put(number, sample);
        if (ring.size() > RING) {
            ring.pollFirstEntry();
        }
    }

    /** Drops runs that ended before then, and returns them. */
    Collection<String> dropEndedBefore(long micros) {
        Map<String, Long> dropped = new TreeMap<>(endedMicrosByRun);
        dropped.values().removeIf(ended -> ended < 0 || ended >= micros);
        endedMicrosByRun.keySet().removeAll(dropped.keySet());
        return dropped.keySet();
    }

    /** Whether nobody drives it and its last sample is of before then. */
    boolean isUnusedSince(long micros) {
        return endedMicrosByRun.isEmpty()
                && (ring.isEmpty() || Stamps.micros(ring.lastEntry().getValue().getScrapeEnd()) < micros);
    }

    Collection<String> runs() {
        return Collections.unmodifiableCollection(endedMicrosByRun.keySet());
    }

    /** Oldest first. */
    Collection<ServerSample> ring() {
        return Collections.unmodifiableCollection(ring.values());
    }
}

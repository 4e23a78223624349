package io.tidemark.streams.ingest;

import java.util.HashMap;
import java.util.Map;

/**
 * What was read of each run since the last commit, and about how much of the heap it takes: what a team may hold there between
 * two commits is bounded, whatever its records are. Not thread-safe.
 */
final class PendingDeltas {
    /** Keeps a delta under Kafka's default limit of 1 MiB per record, with what comes between two looks at its size. */
    static final int MAX_DELTA_BYTES = 256 << 10;

    /** Sizes are summed up afresh, which takes a while, no more often than after so much. */
    static final int SIZE_CHECK_EVERY_BYTES = 1 << 20;

    /** Of all runs together, beyond which all of it is sent on. */
    static final long MAX_HELD_BYTES = 32 << 20;

    private final Map<String, RunDelta> byRun = new HashMap<>();
    private long pendingBytes;

    RunDelta of(String run) {
        return byRun.computeIfAbsent(run, unseen -> new RunDelta());
    }

    /** Takes out what has become too much, after something was counted in the delta of a run. */
    Map<String, RunDelta> takeLarge(String run, RunDelta delta) {
        pendingBytes += delta.takeGrownBytes();
        if (pendingBytes >= MAX_HELD_BYTES) {
            return takeAll();
        }
        if (!delta.isDueForSizeCheck(SIZE_CHECK_EVERY_BYTES) || delta.sizeBytes() < MAX_DELTA_BYTES) {
            return Map.of();
        }
        byRun.remove(run);
        pendingBytes -= delta.pendingBytes();
        return Map.of(run, delta);
    }

    boolean isEmpty() {
        return byRun.isEmpty();
    }

    Map<String, RunDelta> takeAll() {
        Map<String, RunDelta> all = Map.copyOf(byRun);
        clear();
        return all;
    }

    void clear() {
        byRun.clear();
        pendingBytes = 0;
    }
}

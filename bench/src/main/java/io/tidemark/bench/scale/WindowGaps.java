package io.tidemark.bench.scale;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When windows of each run were read, and how long a run had none around a moment. Not thread-safe. */
final class WindowGaps {
    private final Map<String, List<Long>> readNanos = new HashMap<>();

    /** A window of a run was read; moments rise. */
    void read(String run, long nowNanos) {
        readNanos.computeIfAbsent(run, unseen -> new ArrayList<>()).add(nowNanos);
    }

    /** Whether each run that had a window had one more than so long after a moment. */
    boolean allSince(long momentNanos) {
        return !readNanos.isEmpty()
                && readNanos.values().stream().allMatch(times -> times.get(times.size() - 1) > momentNanos);
    }

    /** Runs that had a window after a moment. */
    int runsSince(long momentNanos) {
        return (int) readNanos.values().stream()
                .filter(times -> times.get(times.size() - 1) > momentNanos)
                .count();
    }

    /**
     * Of each run, the longest time without a window that ends after a moment, shortest first: from its last window before the moment
     * on, and until the end for a run that has had none since.
     *
     * @return seconds
     */
    List<Double> longest(long momentNanos, long endNanos) {
        return readNanos.values().stream()
                .map(times -> longest(times, momentNanos, endNanos) / 1e9)
                .sorted()
                .toList();
    }

    private static long longest(List<Long> times, long momentNanos, long endNanos) {
        long before = times.get(0);
        long longest = 0;
        for (long time : times) {
            if (time > momentNanos) {
                longest = Math.max(longest, time - before);
            }
            before = time;
        }
        return Math.max(longest, endNanos - before);
    }
}

package io.tidemark.streams.lanes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far the events of a lane that announces nothing have come, by the partition that they were read from: a second is complete a while
 * after every partition has passed it. Not thread-safe.
 */
final class PartitionWatermarks {
    /**
     * After a restart, how much longer than the grace nothing may come: a transaction that a killed host left open keeps events from being
     * read until the broker ends it, and on a busy machine streams begin to read late.
     */
    static final Duration RESTART = Duration.ofSeconds(90);

    private record Mark(long second, long millis) {}

    private final Map<Integer, Mark> byPartition = new TreeMap<>();
    private long completeThrough = TrackedLane.NONE;

    /** A partition brought events; -1 if they hold no second. */
    void reached(int partition, long second, long nowMillis) {
        if (second >= 0) {
            byPartition.merge(
                    partition,
                    new Mark(second, nowMillis),
                    (before, now) -> new Mark(Math.max(before.second, now.second), now.millis));
        }
    }

    boolean any() {
        return !byPartition.isEmpty();
    }

    /** Before which second all is taken to have come; everything if nothing has come for the grace, and after a restart for longer. */
    long completeThrough(long nowMillis) {
        long grace = PendingAnnouncements.GRACE.toMillis();
        long slowest = byPartition.values().stream()
                .filter(mark -> nowMillis - mark.millis < grace)
                .mapToLong(Mark::second)
                .min()
                .orElse(TrackedLane.ALL);
        if (slowest == TrackedLane.ALL) {
            return TrackedLane.ALL;
        }
        completeThrough = Math.max(completeThrough, slowest - PendingAnnouncements.GRACE.toSeconds());
        return completeThrough;
    }

    void write(WireWriter out) {
        out.count(byPartition.size());
        byPartition.forEach((partition, mark) -> out.count(partition).count(mark.second));
    }

    void restore(WireReader in, long nowMillis) {
        for (int left = in.size(); left > 0; left--) {
            byPartition.put(in.integer(), new Mark(in.count(), nowMillis + RESTART.toMillis()));
        }
    }
}

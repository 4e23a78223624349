package io.tidemark.streams.lanes;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When lanes had announced how far, by the host's clock: what belongs to a second is waited for so long after the second was announced,
 * however fast event time goes by. Not thread-safe.
 */
public final class AnnouncementTimes {
    private record Mark(long millis, long second) {}

    private final Deque<Mark> times = new ArrayDeque<>();
    private final long keptMillis;
    private long before = TrackedLane.NONE;

    public AnnouncementTimes(Duration kept) {
        this.keptMillis = kept.toMillis();
    }

    /** Lanes have announced up to a second. */
    public void add(long nowMillis, long second) {
        if (times.isEmpty() || times.getLast().second != second) {
            times.add(new Mark(nowMillis, second));
        }
        while (!times.isEmpty() && times.getFirst().millis <= nowMillis - keptMillis) {
            before = times.remove().second;
        }
    }

    /** Up to where they had announced when that much time less had passed. */
    public long announcedBefore() {
        return before;
    }
}

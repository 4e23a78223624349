package io.tidemark.streams.run;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When lanes had announced how far, by the host's clock: what belongs to a second is waited for so long after the second was announced,
 * however fast event time goes by. Not thread-safe.
 */
final class AnnouncedMarks {
    private record Mark(long millis, long second) {}

    private final Deque<Mark> marks = new ArrayDeque<>();
    private final long keptMillis;
    private long before = LaneBook.NOTHING;

    AnnouncedMarks(Duration kept) {
        this.keptMillis = kept.toMillis();
    }

    /** Lanes have announced up to a second. */
    void add(long nowMillis, long second) {
        if (marks.isEmpty() || marks.getLast().second != second) {
            marks.add(new Mark(nowMillis, second));
        }
        while (!marks.isEmpty() && marks.getFirst().millis <= nowMillis - keptMillis) {
            before = marks.remove().second;
        }
    }

    /** Up to where they had announced when that much time less had passed. */
    long asOfBefore() {
        return before;
    }
}

package io.tidemark.bench.streams;

import java.util.ArrayList;
import java.util.List;

/** The commits of an application while it reads what there is, as they were seen from outside. Not thread-safe. */
final class CommitTracker {
    private final long all;
    private final List<Seen> seen = new ArrayList<>();

    private record Seen(long records, long nanos) {}

    CommitTracker(long all, long beganNanos) {
        this.all = all;
        seen.add(new Seen(0, beganNanos));
    }

    /** Takes what is committed; true when that is all. */
    boolean record(long records, long nanos) {
        if (seen.get(seen.size() - 1).records < records) {
            seen.add(new Seen(records, nanos));
        }
        return records >= all;
    }

    /**
     * From the first commit after the start to the last one before the end: at the end the application waits for its next commit with
     * nothing left to read. With too few commits for that, from the beginning to the end.
     */
    ReadRate pace() {
        List<Seen> middle = seen.stream()
                .filter(one -> one.records >= ReadRate.START * all && one.records < all)
                .toList();
        Seen first = middle.size() > 1 ? middle.get(0) : seen.get(0);
        Seen last = middle.size() > 1 ? middle.get(middle.size() - 1) : seen.get(seen.size() - 1);
        return new ReadRate(last.records - first.records, Math.max(1, last.nanos - first.nanos));
    }
}

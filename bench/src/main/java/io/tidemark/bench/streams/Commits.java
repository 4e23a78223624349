package io.tidemark.bench.streams;

import java.util.ArrayList;
import java.util.List;

/** The commits of an application while it reads what there is, as they were seen from outside. Not thread-safe. */
final class Commits {
    private final long all;
    private final List<Seen> seen = new ArrayList<>();

    private record Seen(long records, long nanos) {}

    Commits(long all, long beganNanos) {
        this.all = all;
        seen.add(new Seen(0, beganNanos));
    }

    /** Takes what is committed; true when that is all. */
    boolean see(long records, long nanos) {
        if (seen.get(seen.size() - 1).records < records) {
            seen.add(new Seen(records, nanos));
        }
        return records >= all;
    }

    /** From the first commit after the start to the end. */
    Pace pace() {
        Seen last = seen.get(seen.size() - 1);
        Seen first = seen.stream()
                .filter(one -> one.records >= Pace.START * all && !one.equals(last))
                .findFirst()
                .orElse(seen.get(0));
        return new Pace(last.records - first.records, Math.max(1, last.nanos - first.nanos));
    }
}

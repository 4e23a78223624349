package io.tidemark.app.report.requests;

import io.tidemark.analysis.RankedValues;
import java.util.Arrays;
import java.util.stream.Stream;

/** Numbers as they come, 8 bytes each. For one thread. */
final class Values {
    private static final int FIRST_ROOM = 16;

    private long[] all = new long[FIRST_ROOM];
    private int count;

    void add(long value) {
        if (count == all.length) {
            all = Arrays.copyOf(all, count + (count >> 1));
        }
        all[count++] = value;
    }

    long sum() {
        return Arrays.stream(all, 0, count).sum();
    }

    /** A copy, smallest first. */
    long[] sorted() {
        long[] sorted = Arrays.copyOf(all, count);
        Arrays.parallelSort(sorted);
        return sorted;
    }

    RankedValues ranked() {
        return RankedValues.sorted(sorted());
    }

    /** All of several together, smallest first. */
    static RankedValues together(Stream<Values> parts) {
        Values all = new Values();
        parts.forEach(all::addAll);
        return RankedValues.sorted(all.count == 0 ? new long[0] : all.sorted());
    }

    private void addAll(Values more) {
        int room = count + more.count;
        all = room > all.length ? Arrays.copyOf(all, room) : all;
        System.arraycopy(more.all, 0, all, count, more.count);
        count = room;
    }
}

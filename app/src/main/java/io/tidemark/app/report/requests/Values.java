package io.tidemark.app.report.requests;

import io.tidemark.analysis.RankedValues;
import java.util.Arrays;
import java.util.stream.Stream;

/** Numbers as they come, 8 bytes each. For one thread. */
final class Values {
    private static final int FIRST_ROOM = 16;

    private long[] all = new long[FIRST_ROOM];
    private int count;
    private boolean sorted;

    void add(long value) {
        if (count == all.length) {
            all = Arrays.copyOf(all, FIRST_ROOM + count + (count >> 1));
        }
        all[count++] = value;
        sorted = false;
    }

    /** Smallest first. They are put in order once, however often they are asked for. */
    long[] sorted() {
        if (!sorted || count < all.length) {
            all = RadixSort.sorted(Arrays.copyOf(all, count));
            sorted = true;
        }
        return all;
    }

    RankedValues ranked() {
        return RankedValues.sorted(sorted());
    }

    /** All of several together, smallest first: of parts in order, sorting is merging. */
    static RankedValues together(Stream<Values> parts) {
        long[][] inOrder =
                parts.map(Values::sorted).filter(part -> part.length > 0).toArray(long[][]::new);
        if (inOrder.length == 1) {
            return RankedValues.sorted(inOrder[0]);
        }
        long[] all =
                new long[Arrays.stream(inOrder).mapToInt(part -> part.length).sum()];
        int filled = 0;
        for (long[] part : inOrder) {
            System.arraycopy(part, 0, all, filled, part.length);
            filled += part.length;
        }
        return RankedValues.sorted(RadixSort.sorted(all));
    }
}

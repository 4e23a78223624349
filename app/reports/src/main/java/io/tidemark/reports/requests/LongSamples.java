package io.tidemark.reports.requests;

import io.tidemark.analysis.quantile.RankedValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Numbers as they come, 8 bytes each, in pieces that stay where they are as more come. For one thread. */
final class LongSamples {
    private static final int FIRST_ROOM = 16;
    private static final int MAX_ROOM = 1 << 13;

    private final List<long[]> full = new ArrayList<>();
    private long[] open = new long[FIRST_ROOM];
    private int inOpen;
    private boolean sorted;

    void add(long value) {
        if (inOpen == open.length) {
            full.add(open);
            open = new long[Math.max(FIRST_ROOM, Math.min(2 * open.length, MAX_ROOM))];
            inOpen = 0;
        }
        open[inOpen++] = value;
        sorted = false;
    }

    /** Smallest first. They are put in order once, however often they are asked for. */
    long[] sorted() {
        if (!sorted) {
            open = RadixSort.sorted(all());
            full.clear();
            inOpen = open.length;
            sorted = true;
        }
        return open;
    }

    private long[] all() {
        List<long[]> pieces = new ArrayList<>(full);
        pieces.add(Arrays.copyOf(open, inOpen));
        return concatenated(pieces);
    }

    private static long[] concatenated(List<long[]> pieces) {
        long[] all = new long[pieces.stream().mapToInt(piece -> piece.length).sum()];
        int filled = 0;
        for (long[] piece : pieces) {
            System.arraycopy(piece, 0, all, filled, piece.length);
            filled += piece.length;
        }
        return all;
    }

    RankedValues rankedValues() {
        return RankedValues.sorted(sorted());
    }

    /** All of several together, smallest first: of parts in order, sorting is merging. */
    static RankedValues merged(Stream<LongSamples> parts) {
        List<long[]> inOrder =
                parts.map(LongSamples::sorted).filter(part -> part.length > 0).toList();
        return RankedValues.sorted(inOrder.size() == 1 ? inOrder.get(0) : RadixSort.sorted(concatenated(inOrder)));
    }
}

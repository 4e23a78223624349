package io.tidemark.streams.lanes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.Arrays;

/** Sequence numbers of a lane, kept as ranges in the order in which they came. Not thread-safe. */
public final class SequenceRanges {
    private static final int FIRST_ROOM = 8;

    /** First and last number of each range in turn. */
    private long[] bounds = new long[FIRST_ROOM];

    private int used;

    /** Takes what is done with each range. */
    @FunctionalInterface
    public interface Visitor {
        /** Both ends belong to the range. */
        void range(long first, long last);
    }

    public void add(long sequence) {
        if (used > 0 && bounds[used - 1] == sequence - 1) {
            bounds[used - 1] = sequence;
        } else {
            append(sequence, sequence);
        }
    }

    public boolean isEmpty() {
        return used == 0;
    }

    /** How many ranges there are. */
    public int size() {
        return used / 2;
    }

    public void forEach(Visitor visitor) {
        for (int i = 0; i < used; i += 2) {
            visitor.range(bounds[i], bounds[i + 1]);
        }
    }

    private void append(long first, long last) {
        if (used == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * used);
        }
        bounds[used++] = first;
        bounds[used++] = last;
    }

    public void write(WireWriter out) {
        out.count(size());
        forEach((first, last) -> out.count(first).count(last - first));
    }

    public static SequenceRanges read(WireReader in) {
        SequenceRanges read = new SequenceRanges();
        for (int left = in.size(); left > 0; left--) {
            long first = in.count();
            read.append(first, first + in.count());
        }
        return read;
    }
}

package io.tidemark.streams.panes;

import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.Arrays;

/** The exact TTFT and TTFT from due of first tokens, nanoseconds. Primitive, growing; not thread-safe. */
public final class FirstTokenTimes {
    private long[] pairs = new long[8];
    private int size;

    public void add(long ttftNanos, long ttftDueNanos) {
        if (2 * size == pairs.length) {
            pairs = Arrays.copyOf(pairs, pairs.length * 2);
        }
        pairs[2 * size] = ttftNanos;
        pairs[2 * size + 1] = ttftDueNanos;
        size++;
    }

    public void addAll(FirstTokenTimes other) {
        for (int i = 0; i < other.size; i++) {
            add(other.ttftNanos(i), other.ttftDueNanos(i));
        }
    }

    public int size() {
        return size;
    }

    public long ttftNanos(int index) {
        return pairs[2 * index];
    }

    public long ttftDueNanos(int index) {
        return pairs[2 * index + 1];
    }

    void write(WireWriter out) {
        out.count(size);
        for (int i = 0; i < 2 * size; i++) {
            out.count(pairs[i]);
        }
    }

    void read(WireReader in) {
        int count = in.size();
        for (int i = 0; i < count; i++) {
            add(in.count(), in.count());
        }
    }
}

package io.tidemark.schemas.serde;

import java.util.Arrays;

/** A list of whole numbers without an object for each, emptied and filled again. Not thread-safe. */
public final class LongColumn {
    private long[] values = new long[16];
    private int size;

    LongColumn() {}

    public int size() {
        return size;
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /** @throws IndexOutOfBoundsException beyond the end */
    public long at(int index) {
        if (index >= size) {
            throw new IndexOutOfBoundsException("a column of " + size + " values has none at " + index);
        }
        return values[index];
    }

    /** Of all values. */
    public long sum() {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            sum += values[i];
        }
        return sum;
    }

    void clear() {
        size = 0;
    }

    void add(long value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, size * 2);
        }
        values[size++] = value;
    }
}

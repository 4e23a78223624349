package io.tidemark.simulator.text;

import java.util.Arrays;

/** A list of token ids that grows. Not thread-safe. */
final class TokenIdList {
    private static final int FIRST_ROOM = 256;

    private int[] ids = new int[FIRST_ROOM];
    private int size;

    void add(int id) {
        if (size == ids.length) {
            ids = Arrays.copyOf(ids, 2 * size);
        }
        ids[size++] = id;
    }

    int[] toArray() {
        return Arrays.copyOf(ids, size);
    }
}

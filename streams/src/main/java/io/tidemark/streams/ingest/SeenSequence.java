package io.tidemark.streams.ingest;

import java.util.Arrays;

/**
 * Which of a lane's sequence numbers were seen, over a sliding horizon of {@value #HORIZON} numbers: what is older counts as
 * seen. A lane's records come in order from one partition, so only a replay is that old. Not thread-safe.
 */
final class SeenSequence {
    static final int HORIZON = 4096;

    private static final int WORD_BITS = 64;

    private final long[] bits = new long[HORIZON / WORD_BITS];
    private long highest = -1;

    /** True the first time that a number is offered. */
    boolean isNew(long sequence) {
        if (highest >= 0 && sequence <= highest - HORIZON) {
            return false;
        }
        if (sequence > highest) {
            forgetBetween(highest, sequence);
            highest = sequence;
        }
        int slot = (int) (sequence % HORIZON);
        long bit = 1L << (slot % WORD_BITS);
        boolean fresh = (bits[slot / WORD_BITS] & bit) == 0;
        bits[slot / WORD_BITS] |= bit;
        return fresh;
    }

    private void forgetBetween(long from, long to) {
        if (to - from >= HORIZON) {
            Arrays.fill(bits, 0);
            return;
        }
        for (long sequence = from + 1; sequence <= to; sequence++) {
            int slot = (int) (sequence % HORIZON);
            bits[slot / WORD_BITS] &= ~(1L << (slot % WORD_BITS));
        }
    }
}

package io.tidemark.schemas.sketch;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * How many values are in each slot: an array over the slots in use, with room around them. Counts are of 64 bits; their upper halves take
 * room only once one is above 2^32 - 1. Mutable, not thread-safe.
 */
final class SlotCounts {
    private static final int ROOM = 16;

    private static final long LOW = 0xffff_ffffL;

    /** Lower halves, unsigned. */
    private int[] counts = new int[0];

    /** Upper halves, of the same slots. */
    private int @Nullable [] upper;

    private int firstSlot;

    /** Receives the slots that hold something. */
    @FunctionalInterface
    interface Visitor {
        void slot(int slot, long count);
    }

    void add(int slot, long times) {
        ensure(slot);
        int index = slot - firstSlot;
        put(index, at(index) + times);
    }

    private long at(int index) {
        long low = counts[index] & LOW;
        return upper == null ? low : low | (long) upper[index] << Integer.SIZE;
    }

    private void put(int index, long count) {
        counts[index] = (int) count;
        if (upper != null || count > LOW) {
            putUpper(index, (int) (count >>> Integer.SIZE));
        }
    }

    private void putUpper(int index, int high) {
        if (upper == null) {
            upper = new int[counts.length];
        }
        upper[index] = high;
    }

    void merge(SlotCounts other) {
        int lowest = other.lowest();
        if (lowest < 0) {
            return;
        }
        int highest = other.highest();
        ensure(lowest);
        ensure(highest);
        int offset = other.firstSlot - firstSlot;
        for (int i = lowest - other.firstSlot; i <= highest - other.firstSlot; i++) {
            long held = other.at(i);
            if (held != 0) {
                put(offset + i, at(offset + i) + held);
            }
        }
    }

    boolean contains(SlotCounts other) {
        boolean contained = true;
        for (int i = 0; contained && i < other.counts.length; i++) {
            int index = other.firstSlot + i - firstSlot;
            boolean here = index >= 0 && index < counts.length;
            long held = other.at(i);
            contained = held == 0 || (here && at(index) >= held);
        }
        return contained;
    }

    /** Of what {@link #contains} is true of. */
    void subtract(SlotCounts other) {
        for (int i = 0; i < other.counts.length; i++) {
            long held = other.at(i);
            if (held != 0) {
                int index = other.firstSlot + i - firstSlot;
                put(index, at(index) - held);
            }
        }
    }

    /** Values in the slots up to and including one. */
    long countThrough(int slot) {
        int end = Math.min(counts.length, slot - firstSlot + 1);
        long total = 0;
        for (int i = 0; i < end; i++) {
            total += at(i);
        }
        return total;
    }

    /** The slot of the value at a rank, 1 for the smallest; -1 if there are not so many. */
    int slotOfRank(long rank) {
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += at(i);
            if (seen >= rank) {
                return firstSlot + i;
            }
        }
        return -1;
    }

    /** The lowest slot that holds something, -1 for none. */
    int lowest() {
        int first = 0;
        while (first < counts.length && at(first) == 0) {
            first++;
        }
        return first == counts.length ? -1 : firstSlot + first;
    }

    /** The highest slot that holds something, -1 for none. */
    int highest() {
        int last = counts.length - 1;
        while (last >= 0 && at(last) == 0) {
            last--;
        }
        return last < 0 ? -1 : firstSlot + last;
    }

    /** Rising. */
    void forEach(Visitor visitor) {
        int[] low = counts;
        for (int i = 0; i < low.length; i++) {
            long held = upper == null ? low[i] & LOW : at(i);
            if (held != 0) {
                visitor.slot(firstSlot + i, held);
            }
        }
    }

    /** Slots that hold something. */
    int filled() {
        int filled = 0;
        for (int i = 0; i < counts.length; i++) {
            filled += at(i) == 0 ? 0 : 1;
        }
        return filled;
    }

    /** Slots that there is room for. */
    int room() {
        return counts.length;
    }

    private void ensure(int slot) {
        if (counts.length == 0) {
            counts = new int[ROOM];
            firstSlot = Math.max(0, slot - ROOM / 2);
            return;
        }
        if (slot < firstSlot) {
            int room = Math.min(slot, ROOM);
            int more = firstSlot - slot + room;
            counts = shifted(counts, more);
            upper = upper == null ? null : shifted(upper, more);
            firstSlot = slot - room;
            return;
        }
        if (slot >= firstSlot + counts.length) {
            int length = Math.min(LogBuckets.SLOTS, slot + ROOM) + 1 - firstSlot;
            counts = Arrays.copyOf(counts, length);
            upper = upper == null ? null : Arrays.copyOf(upper, length);
        }
    }

    private static int[] shifted(int[] halves, int more) {
        int[] wider = new int[halves.length + more];
        System.arraycopy(halves, 0, wider, more, halves.length);
        return wider;
    }
}

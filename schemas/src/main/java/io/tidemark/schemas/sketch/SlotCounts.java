package io.tidemark.schemas.sketch;

import java.util.Arrays;

/** How many values are in each slot: an array over the slots in use, with room around them. Mutable, not thread-safe. */
final class SlotCounts {
    private static final int ROOM = 16;

    private int[] counts = new int[0];
    private int firstSlot;

    /** Receives the slots that hold something. */
    @FunctionalInterface
    interface Visitor {
        void slot(int slot, int count);
    }

    /** @throws ArithmeticException if a slot would hold more than 2^31 - 1 */
    void add(int slot, int times) {
        ensure(slot);
        int index = slot - firstSlot;
        counts[index] = Math.addExact(counts[index], times);
    }

    void merge(SlotCounts other) {
        for (int i = 0; i < other.counts.length; i++) {
            if (other.counts[i] != 0) {
                add(other.firstSlot + i, other.counts[i]);
            }
        }
    }

    boolean contains(SlotCounts other) {
        boolean contained = true;
        for (int i = 0; contained && i < other.counts.length; i++) {
            int index = other.firstSlot + i - firstSlot;
            boolean here = index >= 0 && index < counts.length;
            contained = other.counts[i] == 0 || (here && counts[index] >= other.counts[i]);
        }
        return contained;
    }

    /** Of what {@link #contains} is true of. */
    void subtract(SlotCounts other) {
        for (int i = 0; i < other.counts.length; i++) {
            if (other.counts[i] != 0) {
                counts[other.firstSlot + i - firstSlot] -= other.counts[i];
            }
        }
    }

    /** Values in the slots up to and including one. */
    long countThrough(int slot) {
        int end = Math.min(counts.length, slot - firstSlot + 1);
        long total = 0;
        for (int i = 0; i < end; i++) {
            total += counts[i];
        }
        return total;
    }

    /** The slot of the value at a rank, 1 for the smallest; -1 if there are not so many. */
    int slotOfRank(long rank) {
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank) {
                return firstSlot + i;
            }
        }
        return -1;
    }

    /** The lowest slot that holds something, -1 for none. */
    int lowest() {
        int first = 0;
        while (first < counts.length && counts[first] == 0) {
            first++;
        }
        return first == counts.length ? -1 : firstSlot + first;
    }

    /** The highest slot that holds something, -1 for none. */
    int highest() {
        int last = counts.length - 1;
        while (last >= 0 && counts[last] == 0) {
            last--;
        }
        return last < 0 ? -1 : firstSlot + last;
    }

    /** Rising. */
    void forEach(Visitor visitor) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 0) {
                visitor.slot(firstSlot + i, counts[i]);
            }
        }
    }

    /** Slots that hold something. */
    int filled() {
        int filled = 0;
        for (int count : counts) {
            filled += count == 0 ? 0 : 1;
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
            int[] wider = new int[counts.length + firstSlot - slot + room];
            System.arraycopy(counts, 0, wider, firstSlot - slot + room, counts.length);
            counts = wider;
            firstSlot = slot - room;
            return;
        }
        if (slot >= firstSlot + counts.length) {
            counts = Arrays.copyOf(counts, Math.min(LogBuckets.SLOTS, slot + ROOM) + 1 - firstSlot);
        }
    }
}

package io.tidemark.schemas.sketch;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many values are in each slot: an array over the slots in use, with room around them; where few slots are far apart, one of those in use alone,
 * with their numbers beside it. Counts are of 64 bits; their upper halves take room only once one is above 2^32 - 1. Mutable, not thread-safe.
 */
final class SlotCounts {
    private static final int ROOM = 16;

    /** Slots, eight octaves, that an array may be over however few of them hold something: adding to those of usual latencies takes one look. */
    private static final int NARROW = 256;

    /** Slots that a longer array may be over, for each that holds something. */
    private static final int MOST_SPREAD = 4;

    /** Fewer of these where slots that were kept one by one become such an array, so that the next one does not part it again. */
    private static final int LEAST_SPREAD = 3;

    private static final long LOW = 0xffff_ffffL;

    /** Lower halves, unsigned. */
    private int[] counts = new int[0];

    /** Upper halves, of the same slots. */
    private int @Nullable [] upper;

    /** The slots of the counts, rising; null where the counts are of all slots from {@link #firstSlot} on. */
    private int @Nullable [] slots;

    /** So many counts are in use. */
    private int used;

    private int firstSlot;

    /** Receives the slots that hold something. */
    @FunctionalInterface
    interface Visitor {
        void slot(int slot, long count);
    }

    void add(int slot, long times) {
        int index = place(slot);
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

    private int slotAt(int index) {
        return slots == null ? firstSlot + index : slots[index];
    }

    /** Where the count of a slot is; negative if there is none. */
    private int indexOf(int slot) {
        if (slots != null) {
            return Arrays.binarySearch(slots, 0, used, slot);
        }
        int index = slot - firstSlot;
        return index < used ? index : -1;
    }

    void merge(SlotCounts other) {
        if (slots == null && other.slots == null && widenOver(other)) {
            addNeighbours(other);
            return;
        }
        for (int i = 0; i < other.used; i++) {
            long held = other.at(i);
            if (held != 0) {
                add(other.slotAt(i), held);
            }
        }
    }

    private void addNeighbours(SlotCounts other) {
        int offset = other.firstSlot - firstSlot;
        for (int i = 0; i < other.used; i++) {
            long held = other.at(i);
            if (held != 0) {
                put(offset + i, at(offset + i) + held);
            }
        }
    }

    boolean contains(SlotCounts other) {
        boolean contained = true;
        for (int i = 0; contained && i < other.used; i++) {
            long held = other.at(i);
            int index = held == 0 ? 0 : indexOf(other.slotAt(i));
            contained = held == 0 || (index >= 0 && at(index) >= held);
        }
        return contained;
    }

    /** Of what {@link #contains} is true of. */
    void subtract(SlotCounts other) {
        for (int i = 0; i < other.used; i++) {
            long held = other.at(i);
            if (held != 0) {
                int index = indexOf(other.slotAt(i));
                put(index, at(index) - held);
            }
        }
    }

    /** Values in the slots up to and including one. */
    long countThrough(int slot) {
        long total = 0;
        for (int i = 0; i < used && slotAt(i) <= slot; i++) {
            total += at(i);
        }
        return total;
    }

    /** The slot of the value at a rank, 1 for the smallest; -1 if there are not so many. */
    int slotOfRank(long rank) {
        long seen = 0;
        for (int i = 0; i < used; i++) {
            seen += at(i);
            if (seen >= rank) {
                return slotAt(i);
            }
        }
        return -1;
    }

    /** The lowest slot that holds something, -1 for none. */
    int lowest() {
        int first = 0;
        while (first < used && at(first) == 0) {
            first++;
        }
        return first == used ? -1 : slotAt(first);
    }

    /** The highest slot that holds something, -1 for none. */
    int highest() {
        int last = used - 1;
        while (last >= 0 && at(last) == 0) {
            last--;
        }
        return last < 0 ? -1 : slotAt(last);
    }

    /** Rising. */
    void forEach(Visitor visitor) {
        int[] low = counts;
        for (int i = 0; i < used; i++) {
            long held = upper == null ? low[i] & LOW : at(i);
            if (held != 0) {
                visitor.slot(slotAt(i), held);
            }
        }
    }

    /** Slots that hold something. */
    int filled() {
        int filled = 0;
        for (int i = 0; i < used; i++) {
            filled += at(i) == 0 ? 0 : 1;
        }
        return filled;
    }

    /** Numbers of 32 bits that it takes, without upper halves. */
    int room() {
        return slots == null ? counts.length : counts.length + slots.length;
    }

    /** Where the count of a slot is, from now on if need be. */
    private int place(int slot) {
        if (slots == null) {
            int index = slot - firstSlot;
            if (index >= 0 && index < used) {
                return index;
            }
            if (isNarrow(slot, slot, 1)) {
                ensure(slot);
                return slot - firstSlot;
            }
            keepFilled();
        }
        int index = indexOf(slot);
        return index >= 0 ? index : insert(Objects.requireNonNull(slots), -index - 1, slot);
    }

    /** Whether an array over its slots and those of a range, with so many more that hold something, takes no more than it should. */
    private boolean isNarrow(int lowest, int highest, int moreFilled) {
        int first = used == 0 ? lowest : Math.min(firstSlot, lowest);
        int end = Math.max(firstSlot + used, highest + 1);
        return end - first <= NARROW || end - first <= MOST_SPREAD * (filled() + moreFilled);
    }

    /** Makes room for what another one holds, if its array may be over that. */
    private boolean widenOver(SlotCounts other) {
        int lowest = other.lowest();
        if (lowest < 0) {
            return false;
        }
        int highest = other.highest();
        boolean covers = used > 0 && lowest >= firstSlot && highest < firstSlot + used;
        if (!covers && !isNarrow(lowest, highest, other.filled())) {
            return false;
        }
        ensure(lowest);
        ensure(highest);
        return true;
    }

    private void ensure(int slot) {
        if (used == 0) {
            counts = new int[ROOM];
            firstSlot = Math.max(0, slot - ROOM / 2);
        } else if (slot < firstSlot) {
            int room = Math.min(slot, ROOM);
            int more = firstSlot - slot + room;
            counts = shifted(counts, more);
            upper = upper == null ? null : shifted(upper, more);
            firstSlot = slot - room;
        } else if (slot >= firstSlot + used) {
            int length = Math.min(LogBuckets.SLOTS, slot + ROOM) + 1 - firstSlot;
            counts = Arrays.copyOf(counts, length);
            upper = upper == null ? null : Arrays.copyOf(upper, length);
        }
        used = counts.length;
    }

    private static int[] shifted(int[] halves, int more) {
        int[] wider = new int[halves.length + more];
        System.arraycopy(halves, 0, wider, more, halves.length);
        return wider;
    }

    /** From here on with the slots that hold something alone. */
    private void keepFilled() {
        SlotCounts filled = new SlotCounts();
        int[] known = new int[filled() + ROOM / 2];
        filled.slots = known;
        filled.counts = new int[known.length];
        forEach((slot, count) -> {
            known[filled.used] = slot;
            filled.put(filled.used, count);
            filled.used++;
        });
        take(filled);
    }

    /** From here on with all slots of a range. */
    private void keepRange(int first, int last) {
        SlotCounts range = new SlotCounts();
        range.counts = new int[last - first + 1];
        range.used = range.counts.length;
        range.firstSlot = first;
        forEach((slot, count) -> range.put(slot - first, count));
        take(range);
    }

    private void take(SlotCounts other) {
        counts = other.counts;
        upper = other.upper;
        slots = other.slots;
        used = other.used;
        firstSlot = other.firstSlot;
    }

    /** Where a slot is from now on that comes at an index of those that are known. */
    private int insert(int[] known, int index, int slot) {
        int first = index == 0 ? slot : known[0];
        int last = index == used ? slot : known[used - 1];
        if (last - first < LEAST_SPREAD * (used + 1)) {
            keepRange(first, last);
            return slot - first;
        }
        int length = used < known.length ? known.length : used + used / 2;
        int[] more = spread(known, index, length);
        more[index] = slot;
        slots = more;
        counts = spread(counts, index, length);
        upper = upper == null ? null : spread(upper, index, length);
        used++;
        return index;
    }

    /** With a zero at an index. */
    private int[] spread(int[] halves, int index, int length) {
        int[] spread = length == halves.length ? halves : Arrays.copyOf(halves, length);
        System.arraycopy(halves, index, spread, index + 1, used - index);
        spread[index] = 0;
        return spread;
    }
}

package io.tidemark.streams.ingest;

import java.util.Map;
import java.util.TreeMap;

/**
 * Which of a lane's sequence numbers were seen: the newest unbroken stretch, and the stretches before it, of which there are as many as
 * there are gaps. However late a number comes, it is new if it was not seen. Beyond {@value #MAX_GAPS} gaps, or where all
 * lanes together have no room for one more, the oldest stretch is forgotten, so that its numbers would count as new again: rather a repeat too
 * many than an event too few. Not thread-safe.
 */
final class SeenSequence {
    static final int MAX_GAPS = 1_024;

    private final TreeMap<Long, Long> lastByFirst = new TreeMap<>();
    private Room room;
    private long first = -1;
    private long last = -2;

    /** For the gaps of all lanes of a task. Not thread-safe. */
    static final class Room {
        private final int most;
        private int taken;

        Room(int most) {
            this.most = most;
        }
    }

    SeenSequence(Room room) {
        this.room = room;
    }

    /** True the first time that a number is offered. */
    boolean isNew(long sequence) {
        if (sequence == last + 1) {
            last = sequence;
            return true;
        }
        int before = lastByFirst.size();
        boolean isNew = sequence > last ? begin(sequence) : sequence < first && fillsGap(sequence);
        room.taken += lastByFirst.size() - before;
        if (lastByFirst.size() > MAX_GAPS || room.taken > room.most) {
            lastByFirst.pollFirstEntry();
            room.taken--;
        }
        return isNew;
    }

    /** Gives its room back, for good. */
    void forgetGaps() {
        room.taken -= lastByFirst.size();
        lastByFirst.clear();
        room = new Room(0);
    }

    private boolean begin(long sequence) {
        if (last >= 0) {
            lastByFirst.put(first, last);
        }
        first = sequence;
        last = sequence;
        return true;
    }

    private boolean fillsGap(long sequence) {
        Map.Entry<Long, Long> before = lastByFirst.floorEntry(sequence);
        if (before != null && sequence <= before.getValue()) {
            return false;
        }
        long from = before != null && before.getValue() == sequence - 1 ? before.getKey() : sequence;
        if (sequence + 1 == first) {
            lastByFirst.remove(from);
            first = from;
            return true;
        }
        Long through = lastByFirst.remove(sequence + 1);
        lastByFirst.put(from, through == null ? sequence : through);
        return true;
    }
}
